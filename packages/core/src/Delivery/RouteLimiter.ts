import { type Clock, Duration, Effect } from "effect"
import { type Job, LimiterState } from "../Limiter/index.js"
import type { DeliveryOutcome } from "./DeliveryOutcome.js"
import type { Sender } from "./Sender.js"
import { type BegunBackOff, SenderBackOffs } from "./SenderBackOffs.js"
import { signalOf } from "./signal.js"
import { afterOutcome, freshThrottle, type RouteLimits, type Throttle } from "./throttle.js"
import type { Wait } from "./Wait.js"

/** What came of a message on a route. */
export interface Limited {
  readonly outcome: DeliveryOutcome | Wait
  /** The back-off that the outcome began. */
  readonly begun?: BegunBackOff
  /** Mail of this sender doesn't go before; the present if nothing backs off. */
  readonly notBefore: number
}

interface Waiter {
  readonly sender: Sender
  readonly begin: () => void
  readonly sendAway: () => void
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

/** Messages go in the order in which they came, whosesoever they are: tenants take turns where they are claimed. */
const only = ""

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
  /** A message has a permit while it is handed over. */
  readonly #permits: LimiterState
  readonly #waiting = new Map<Job, Waiter>()
  readonly #senders = new SenderBackOffs()
  #throttle: Throttle
  #nextAt = 0
  #wasClosed = false

  constructor(id: string, limits: RouteLimits, isOwn: boolean, surroundings: Surroundings) {
    this.id = id
    this.#limits = limits
    this.#isOwn = isOwn
    this.#surroundings = surroundings
    this.#permits = new LimiterState({ permits: limits.concurrency })
    this.#throttle = freshThrottle(limits)
  }

  /** Nobody uses it, and there is nothing to remember of it. */
  isForgettable(now: number): boolean {
    return this.#inFlight === 0 && this.#permits.waiting === 0 && this.#throttle.lastBackOff === 0 && this.#senders.isForgettable(now)
  }

  /** Whether messages for it had better stay where they are at `now`. */
  isClosed(now: number): boolean {
    this.#wasClosed = this.#throttle.backOffUntil > now || this.#nextAt > now + maxTurn / 2 || !this.#hasRoom
    return this.#wasClosed
  }

  /** Hands over once there is room, and learns from the outcome; of one that was told to wait there is nothing to learn. */
  use(sender: Sender, deliver: Effect.Effect<DeliveryOutcome | Wait>): Effect.Effect<Limited> {
    return Effect.uninterruptible(Effect.clockWith((clock) => {
      const now = clock.unsafeCurrentTimeMillis()
      // With room and without a pace nothing is waited for: the way of nearly every message.
      const free = this.#limits.interval > 0 || this.#isBlocked(sender, now) || this.#isCrowded ? undefined : this.#permits.enter(only, 1, false)
      if (free !== undefined) return this.#used(free, sender, deliver, clock)
      return Effect.matchEffect(Effect.zipRight(this.#turn(sender, clock), this.#take(sender, clock)), {
        onFailure: (wait) => Effect.succeed(waited(wait)),
        onSuccess: (permit) => this.#used(permit, sender, deliver, clock)
      })
    }))
  }

  get #inFlight(): number {
    return this.#permits.inUse
  }

  get #isCrowded(): boolean {
    return this.#inFlight > 0 && this.#surroundings.isOverfull()
  }

  /** Whether a claim is worth while: few wait. What is claimed beyond waits its turn, so that a quick server never runs dry. */
  get #hasRoom(): boolean {
    const enough = this.#throttle.concurrency * (this.#isOwn ? 1 : turnsAhead)
    return this.#inFlight === 0 || (!this.#surroundings.isFull() && this.#permits.waiting < enough)
  }

  #waitOf(sender: Sender, now: number): Wait | undefined {
    const { backOffUntil, isDaily } = this.#throttle
    if (backOffUntil > now) return { _tag: "Wait", until: backOffUntil, ...(isDaily ? { isDaily } : {}) }
    return this.#senders.waitOf(sender, now)
  }

  #isBlocked(sender: Sender, now: number): boolean {
    return this.#throttle.backOffUntil > now || this.#senders.isBlocked(sender, now)
  }

  /** Hands over with a permit. Nothing but the handing over itself is interruptible, so that the permit is given back. */
  #used(permit: Job, sender: Sender, deliver: Effect.Effect<DeliveryOutcome | Wait>, clock: Clock.Clock): Effect.Effect<Limited> {
    const end = this.#senders.begin(sender)
    return Effect.matchCauseEffect(deliver, {
      onFailure: (cause) => {
        end()
        this.#leave(permit)
        return Effect.failCause(cause)
      },
      onSuccess: (outcome) => {
        const limited = this.#limited(sender, outcome, clock.unsafeCurrentTimeMillis())
        end()
        this.#leave(permit)
        return Effect.succeed(limited)
      }
    })
  }

  #limited(sender: Sender, outcome: DeliveryOutcome | Wait, now: number): Limited {
    if (outcome._tag === "Wait") return waited(outcome)
    const begun = this.#learn(sender, outcome, now)
    const notBefore = Math.max(this.#throttle.backOffUntil, this.#senders.backsOffUntil(sender, now))
    return { outcome, notBefore, ...(begun === undefined ? {} : { begun }) }
  }

  #leave(permit: Job): void {
    this.#waiting.delete(permit)
    this.#begin(this.#permits.resize(this.#throttle.concurrency))
    this.#begin(this.#permits.leave(permit))
    if (!this.#wasClosed || !this.#hasRoom) return
    this.#wasClosed = false
    this.#surroundings.onRoom()
  }

  #begin(started: ReadonlyArray<Job>): void {
    for (const permit of started) {
      this.#waiting.get(permit)?.begin()
      this.#waiting.delete(permit)
    }
  }

  /** On a paced route, waits for the message's turn; those whose turn is far wait elsewhere. */
  #turn(sender: Sender, clock: Clock.Clock): Effect.Effect<void, Wait> {
    return Effect.suspend(() => {
      const now = clock.unsafeCurrentTimeMillis()
      const turn = Math.max(now, this.#nextAt)
      const wait = this.#waitOf(sender, now)
      if (wait !== undefined) return Effect.fail({ ...wait, until: Math.max(wait.until, turn) })
      if (this.#limits.interval === 0) return Effect.void
      if (turn > now + maxTurn) return Effect.fail<Wait>({ _tag: "Wait", until: turn })
      this.#nextAt = turn + this.#limits.interval
      return Effect.interruptible(Effect.sleep(Duration.millis(turn - now)))
    })
  }

  /** A permit, once there is one. */
  #take(sender: Sender, clock: Clock.Clock): Effect.Effect<Job, Wait> {
    return Effect.suspend(() => {
      const now = clock.unsafeCurrentTimeMillis()
      const wait = this.#waitOf(sender, now)
      if (wait !== undefined) return Effect.fail(wait)
      // Due at once: while the route is closed nothing of it is claimed, and `onRoom` says when there is room.
      if (this.#isCrowded) return Effect.fail<Wait>({ _tag: "Wait", until: now })
      return Effect.flatMap(Effect.interruptible(this.#queue(sender)), (permit) => {
        const then = clock.unsafeCurrentTimeMillis()
        const blocked = this.#waitOf(sender, then)
        if (permit === undefined) return Effect.fail<Wait>(blocked ?? { _tag: "Wait", until: then })
        if (blocked === undefined) return Effect.succeed(permit)
        // Several of a sender's may have waited for room together: only one of them tries whether its mail is taken again.
        this.#leave(permit)
        return Effect.fail(blocked)
      })
    })
  }

  /** A permit in its turn; none where the message is sent away. */
  #queue(sender: Sender): Effect.Effect<Job | undefined> {
    return Effect.async((resume) => {
      const permit = this.#permits.enter(only, 1)
      if (permit === undefined || permit.isRunning) {
        resume(Effect.succeed(permit))
        return
      }
      this.#waiting.set(permit, {
        sender,
        begin: () => { resume(Effect.succeed(permit)) },
        sendAway: () => { resume(Effect.succeed(undefined)) }
      })
      return Effect.sync(() => { this.#leave(permit) })
    })
  }

  #learn(sender: Sender, outcome: DeliveryOutcome, now: number): BegunBackOff | undefined {
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
    for (const [permit, { sender, sendAway }] of this.#waiting) {
      if (!this.#isBlocked(sender, now)) continue
      this.#waiting.delete(permit)
      this.#begin(this.#permits.leave(permit))
      sendAway()
    }
  }
}
