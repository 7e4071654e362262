import { Clock, Duration, Effect } from "effect"
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
    const enter = Effect.flatMap(this.#turn(sender), (early) => early === undefined ? this.#take(sender) : Effect.succeed(early))
    return Effect.uninterruptible(Effect.flatMap(enter, (wait) =>
      wait === undefined ? Effect.ensuring(this.#used(sender, handOver), this.#give) : Effect.succeed({ outcome: wait, notBefore: wait.until })))
  }

  /** Whether a claim is worth while: fewer wait than could go next. What is claimed beyond waits its turn, so that a quick server never runs dry. */
  get #hasRoom(): boolean {
    return this.#inFlight === 0 || (!this.#surroundings.isFull() && this.#waiting.length < this.#throttle.concurrency)
  }

  #waitOf(sender: Sender, now: number): Wait | undefined {
    const { backOffUntil, isDaily } = this.#throttle
    if (backOffUntil > now) return { _tag: "Wait", until: backOffUntil, ...(isDaily ? { isDaily } : {}) }
    return this.#senders.waitOf(sender, now)
  }

  #isBlocked(sender: Sender, now: number): boolean {
    return this.#throttle.backOffUntil > now || this.#senders.isBlocked(sender, now)
  }

  #used(sender: Sender, handOver: Effect.Effect<HandOver | Wait>): Effect.Effect<Limited> {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      // Several of a sender's may have waited for room together: only one of them tries whether its mail is taken again.
      const wait = this.#waitOf(sender, now)
      if (wait !== undefined) return Effect.succeed<Limited>({ outcome: wait, notBefore: wait.until })
      const end = this.#senders.begin(sender)
      const used = Effect.flatMap(handOver, (outcome) => Effect.map(Clock.currentTimeMillis, (then): Limited => {
        if (outcome._tag === "Wait") return { outcome, notBefore: outcome.until }
        const begun = this.#learn(sender, outcome, then)
        const notBefore = Math.max(this.#throttle.backOffUntil, this.#senders.backsOffUntil(sender, then))
        return { outcome, notBefore, ...(begun === undefined ? {} : { begun }) }
      }))
      return Effect.ensuring(used, Effect.sync(end))
    })
  }

  readonly #give: Effect.Effect<void> = Effect.sync(() => {
    this.#inFlight--
    this.#admit()
    if (!this.#wasClosed || !this.#hasRoom) return
    this.#wasClosed = false
    this.#surroundings.onRoom()
  })

  /** On a paced route, waits for the message's turn; those whose turn is far wait elsewhere. */
  #turn(sender: Sender): Effect.Effect<Wait | undefined> {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const turn = Math.max(now, this.#nextAt)
      const wait = this.#waitOf(sender, now)
      if (wait !== undefined) return Effect.succeed<Wait>({ ...wait, until: Math.max(wait.until, turn) })
      if (this.#limits.interval === 0) return Effect.succeed(undefined)
      if (turn > now + maxTurn) return Effect.succeed<Wait>({ _tag: "Wait", until: turn })
      this.#nextAt = turn + this.#limits.interval
      return Effect.as(Effect.interruptible(Effect.sleep(Duration.millis(turn - now))), undefined)
    })
  }

  #take(sender: Sender): Effect.Effect<Wait | undefined> {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const wait = this.#waitOf(sender, now)
      if (wait !== undefined) return Effect.succeed(wait)
      const isCrowded = this.#inFlight > 0 && this.#surroundings.isOverfull()
      if (!isCrowded && this.#inFlight < this.#throttle.concurrency) {
        this.#inFlight++
        return Effect.succeed(undefined)
      }
      // Due at once: while the route is closed nothing of it is claimed, and `onRoom` says when there is room.
      if (isCrowded) return Effect.succeed<Wait>({ _tag: "Wait", until: now })
      return Effect.flatMap(Effect.interruptible(this.#queue(sender)), (answer) => answer === "go" ? Effect.succeed(undefined) : this.#sentAway(sender))
    })
  }

  #sentAway(sender: Sender): Effect.Effect<Wait> {
    return Effect.map(Clock.currentTimeMillis, (now) => this.#waitOf(sender, now) ?? { _tag: "Wait", until: now })
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
        return hasTurn ? this.#give : Effect.void
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
