import { type Clock, Duration, Effect } from "effect"
import type { HandOver } from "./HandOver.js"
import type { Sender } from "./Sender.js"
import { type BegunBackOff, SenderBackOffs } from "./SenderBackOffs.js"
import { signalOf } from "./signal.js"
import { afterOutcome, freshThrottle, type RouteLimits, type Throttle } from "./throttle.js"
import type { Wait } from "./Wait.js"

/** What came of a message on a route. */
export interface Limited {
  readonly outcome: HandOver | Wait
  /** The back-off that the outcome began. */
  readonly begun?: BegunBackOff
  /** Mail of this sender doesn't go before; the present if nothing backs off. */
  readonly notBefore: number
}

interface Waiter {
  readonly sender: Sender
  readonly resume: (answer: "go" | "wait") => void
  hasLeft: boolean
}

/** What a limiter asks of the others, and announces to them. */
export interface Surroundings {
  /** Whether so many messages use such routes that each should have but one. */
  readonly isFull: () => boolean
  /** Whether that is so beside the message that asks, which is counted already. */
  readonly isOverfull: () => boolean
  /** The route was found closed for want of room, and has some again. */
  readonly onRoom: () => void
}

/** More is claimed for the platform's route while fewer wait than go in so many turns: a quick server takes them while a claim is made. */
const turnsAhead = 4

const waited = (wait: Wait): Limited => ({ outcome: wait, notBefore: wait.until })

/** How far ahead a paced route gives turns: its messages wait for them in flight. */
const maxTurn = 30_000

/**
 * One route, what it is trusted with, and who uses it. Its users may leave its queue: waiting is interruptible
 * even where the caller isn't, handing over is as interruptible as it makes itself.
 */
export class RouteLimiter {
  readonly id: string
  readonly #limits: RouteLimits
  readonly #surroundings: Surroundings
  /** One tenant's own: what concerns that tenant concerns all of it. */
  readonly #isOwn: boolean
  readonly #waiting: Array<Waiter> = []
  readonly #senders = new SenderBackOffs()
  #throttle: Throttle
  #inFlight = 0
  #nextAt = 0
  #wasClosed = false

  constructor(id: string, limits: RouteLimits, isOwn: boolean, surroundings: Surroundings) {
    this.id = id
    this.#limits = limits
    this.#isOwn = isOwn
    this.#surroundings = surroundings
    this.#throttle = freshThrottle(limits)
  }

  /** Nobody uses it, and there is nothing to remember of it. */
  isForgettable(now: number): boolean {
    return this.#inFlight === 0 && this.#waiting.length === 0 && this.#throttle.lastBackOff === 0 && this.#senders.isForgettable(now)
  }

  /** Whether messages for it had better stay where they are at `now`. */
  isClosed(now: number): boolean {
    this.#wasClosed = this.#throttle.backOffUntil > now || this.#nextAt > now + maxTurn / 2 || !this.#hasRoom
    return this.#wasClosed
  }

  /** Hands over once there is room, and learns from the outcome; of one that was told to wait there is nothing to learn. */
  use(sender: Sender, handOver: Effect.Effect<HandOver | Wait>): Effect.Effect<Limited> {
    return Effect.uninterruptible(Effect.clockWith((clock) => {
      const now = clock.unsafeCurrentTimeMillis()
      // With room and without a pace nothing is waited for: the way of nearly every message.
      if (this.#limits.interval === 0 && !this.#isBlocked(sender, now) && this.#enters()) return this.#used(sender, handOver, clock)
      const enter = Effect.flatMap(this.#turn(sender, clock), (early) => early === undefined ? this.#take(sender, clock) : Effect.succeed(early))
      return Effect.flatMap(enter, (wait) => wait === undefined ? this.#used(sender, handOver, clock) : Effect.succeed(waited(wait)))
    }))
  }

  /** Takes a place if there is one. */
  #enters(): boolean {
    if (this.#inFlight >= this.#throttle.concurrency || this.#isCrowded) return false
    this.#inFlight++
    return true
  }

  get #isCrowded(): boolean {
    return this.#inFlight > 0 && this.#surroundings.isOverfull()
  }

  /** Whether a claim is worth while: few wait. What is claimed beyond waits its turn, so that a quick server never runs dry. */
  get #hasRoom(): boolean {
    const enough = this.#throttle.concurrency * (this.#isOwn ? 1 : turnsAhead)
    return this.#inFlight === 0 || (!this.#surroundings.isFull() && this.#waiting.length < enough)
  }

  #waitOf(sender: Sender, now: number): Wait | undefined {
    const { backOffUntil, isDaily } = this.#throttle
    if (backOffUntil > now) return { _tag: "Wait", until: backOffUntil, ...(isDaily ? { isDaily } : {}) }
    return this.#senders.waitOf(sender, now)
  }

  #isBlocked(sender: Sender, now: number): boolean {
    return this.#throttle.backOffUntil > now || this.#senders.isBlocked(sender, now)
  }

  /** Hands over in a place that was taken. Nothing but the handing over itself is interruptible, so that the place is given back. */
  #used(sender: Sender, handOver: Effect.Effect<HandOver | Wait>, clock: Clock.Clock): Effect.Effect<Limited> {
    const end = this.#senders.begin(sender)
    return Effect.matchCauseEffect(handOver, {
      onFailure: (cause) => {
        end()
        this.#give()
        return Effect.failCause(cause)
      },
      onSuccess: (outcome) => {
        const limited = this.#limited(sender, outcome, clock.unsafeCurrentTimeMillis())
        end()
        this.#give()
        return Effect.succeed(limited)
      }
    })
  }

  #limited(sender: Sender, outcome: HandOver | Wait, now: number): Limited {
    if (outcome._tag === "Wait") return waited(outcome)
    const begun = this.#learn(sender, outcome, now)
    const notBefore = Math.max(this.#throttle.backOffUntil, this.#senders.backsOffUntil(sender, now))
    return { outcome, notBefore, ...(begun === undefined ? {} : { begun }) }
  }

  #give(): void {
    this.#inFlight--
    this.#admit()
    if (!this.#wasClosed || !this.#hasRoom) return
    this.#wasClosed = false
    this.#surroundings.onRoom()
  }

  /** On a paced route, waits for the message's turn; those whose turn is far wait elsewhere. */
  #turn(sender: Sender, clock: Clock.Clock): Effect.Effect<Wait | undefined> {
    return Effect.suspend(() => {
      const now = clock.unsafeCurrentTimeMillis()
      const turn = Math.max(now, this.#nextAt)
      const wait = this.#waitOf(sender, now)
      if (wait !== undefined) return Effect.succeed<Wait>({ ...wait, until: Math.max(wait.until, turn) })
      if (this.#limits.interval === 0) return Effect.succeed(undefined)
      if (turn > now + maxTurn) return Effect.succeed<Wait>({ _tag: "Wait", until: turn })
      this.#nextAt = turn + this.#limits.interval
      return Effect.as(Effect.interruptible(Effect.sleep(Duration.millis(turn - now))), undefined)
    })
  }

  #take(sender: Sender, clock: Clock.Clock): Effect.Effect<Wait | undefined> {
    return Effect.suspend(() => {
      const now = clock.unsafeCurrentTimeMillis()
      const wait = this.#waitOf(sender, now)
      if (wait !== undefined) return Effect.succeed(wait)
      if (this.#enters()) return Effect.succeed(undefined)
      // Due at once: while the route is closed nothing of it is claimed, and `onRoom` says when there is room.
      if (this.#isCrowded) return Effect.succeed<Wait>({ _tag: "Wait", until: now })
      return Effect.map(Effect.interruptible(this.#queue(sender)), (answer) => {
        const then = clock.unsafeCurrentTimeMillis()
        const blocked = this.#waitOf(sender, then)
        if (answer === "wait") return blocked ?? { _tag: "Wait", until: then }
        // Several of a sender's may have waited for room together: only one of them tries whether its mail is taken again.
        if (blocked !== undefined) this.#give()
        return blocked
      })
    })
  }

  #queue(sender: Sender): Effect.Effect<"go" | "wait"> {
    return Effect.async((resume) => {
      let hasTurn = false
      const waiter: Waiter = {
        sender,
        hasLeft: false,
        resume: (answer) => {
          hasTurn = answer === "go"
          resume(Effect.succeed(answer))
        }
      }
      this.#waiting.push(waiter)
      return Effect.suspend(() => {
        waiter.hasLeft = true
        return hasTurn ? Effect.sync(() => this.#give()) : Effect.void
      })
    })
  }

  /** Lets those in the queue go on, as far as there is room. */
  #admit(): void {
    while (this.#inFlight < this.#throttle.concurrency) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      if (next.hasLeft) continue
      this.#inFlight++
      next.resume("go")
    }
  }

  #learn(sender: Sender, outcome: HandOver, now: number): BegunBackOff | undefined {
    const signal = signalOf(outcome)
    const ofSender = this.#senders.learn(sender, signal, now)
    const isRoutes = signal.of === "route" || ofSender?.scope === "route" || (this.#isOwn && ofSender?.scope === "tenant")
    const before = this.#throttle
    if (isRoutes) this.#throttle = afterOutcome(before, signal, { limits: this.#limits, inFlight: this.#inFlight, now })
    const begun: BegunBackOff | undefined = this.#throttle.backOffUntil > now && before !== this.#throttle
      ? { scope: "route", until: this.#throttle.backOffUntil }
      : ofSender?.scope === "route" ? undefined : ofSender
    if (begun !== undefined) this.#sendAway(now)
    return begun
  }

  /** Those in the queue whose mail waits now leave their places to others. */
  #sendAway(now: number): void {
    for (const waiter of this.#waiting.splice(0)) {
      if (waiter.hasLeft) continue
      if (this.#isBlocked(waiter.sender, now)) waiter.resume("wait")
      else this.#waiting.push(waiter)
    }
  }
}
