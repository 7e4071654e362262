// Hot path (docs/hot-paths.md): permits by callback, 0.2 µs instead of 2.4.
// One class: each of its methods reads and changes the same throttle, queue and back-offs.
import { type Clock, Duration, Effect } from "effect"
import type { Job } from "../../kernel/LimiterKey.js"
import { LimiterState } from "../../kernel/LimiterState.js"
import { wakeable } from "../../kernel/signals.js"
import type { ConnectionLimit } from "../backOffs/BackOff.js"
import type { DeliveryOutcome } from "../message/DeliveryOutcome.js"
import { responseOf } from "../settlement/explainOutcome.js"
import {
  type BegunBackOff,
  type Delivered,
  type Limited,
  type Sender,
  type Surroundings,
  type Wait,
  waited
} from "./Route.js"
import { signalOf } from "./RouteSignal.js"
import { SenderBackOffs } from "./SenderBackOffs.js"
import { afterOutcome, firstThrottle, type RouteLimits, type Throttle } from "./throttle.js"

interface Waiter {
  readonly sender: Sender
  /** Begins it if it is given its permit; otherwise it has to leave the queue. */
  readonly go: (isGiven: boolean) => void
}

/** What a message on a route is sent with. One of the two ends it. */
export interface Permit {
  readonly delivered: (delivered: Delivered | Wait) => Limited
  /** Nothing came of it. */
  readonly release: () => void
}

const notInQueue = (): boolean => false

/**
 * The platform's route claims more while fewer messages wait than `turnsAhead` times its
 * concurrency: a fast server takes them during a claim.
 */
const turnsAhead = 4

/** One queue in arrival order for all tenants: they take turns when messages are claimed. */
const only = ""

/** How far ahead a paced route schedules messages, in milliseconds: they wait in flight. */
const maxTurn = 30_000

/**
 * One route: its throttle, its senders' back-offs and its queue. Waiting is interruptible even if
 * the caller isn't, so messages may leave the queue; a delivery is as interruptible as it makes
 * itself.
 */
export class RouteLimiter {
  readonly id: string
  readonly #limits: RouteLimits
  readonly #surroundings: Surroundings
  /** A tenant's own server: a back-off of the tenant applies to the whole route. */
  readonly #isOwn: boolean
  readonly #permits: LimiterState
  readonly #waiting = new Map<Job, Waiter>()
  readonly #senders = new SenderBackOffs()
  #throttle: Throttle
  #nextAt = 0
  #wasClosed = false

  /** `known`: how many connections its server was found to take. */
  constructor(
    id: string,
    limits: RouteLimits,
    isOwn: boolean,
    surroundings: Surroundings,
    known?: ConnectionLimit
  ) {
    this.id = id
    this.#limits = limits
    this.#isOwn = isOwn
    this.#surroundings = surroundings
    this.#throttle = firstThrottle(limits, known)
    this.#permits = new LimiterState({ permits: this.#throttle.concurrency })
  }

  isForgettable(now: number): boolean {
    return (
      this.inFlight === 0 &&
      this.#permits.waiting === 0 &&
      this.#throttle.lastBackOff === 0 &&
      this.#senders.isForgettable(now)
    )
  }

  /** Whether messages would have to wait long at `now`, however few there are. */
  isSlowedDown(now: number): boolean {
    return this.#throttle.backOffUntil > now || this.#nextAt > now + maxTurn / 2
  }

  /** Whether messages for this route shouldn't be claimed at `now`. */
  isClosed(now: number): boolean {
    this.#wasClosed = this.isSlowedDown(now) || !this.#hasCapacity
    return this.#wasClosed
  }

  use(
    sender: Sender,
    clock: Clock.Clock,
    deliver: Effect.Effect<Delivered | Wait>
  ): Effect.Effect<Limited> {
    const entered = wakeable<Permit | Wait>((resume) => {
      let permit: Permit | undefined
      const leave = this.enter(sender, clock, (given) => {
        if ("release" in given) permit = given
        resume(Effect.succeed(given))
      })
      // It may be interrupted just as it gets its permit.
      return Effect.sync(() => {
        if (!leave()) permit?.release()
      })
    })
    return Effect.uninterruptible(
      Effect.matchEffect(
        this.#limits.interval === 0
          ? Effect.interruptible(entered)
          : Effect.andThen(this.#turn(sender, clock), Effect.interruptible(entered)),
        {
          onFailure: (wait) => Effect.succeed(waited(wait)),
          onSuccess: (given) =>
            "release" in given ? this.#used(given, deliver) : Effect.succeed(waited(given))
        }
      )
    )
  }

  /**
   * Calls `go` once, at once if it can: with a permit, or with how long the message has to wait.
   * What it returns leaves the queue; false if the message isn't in it.
   */
  enter(sender: Sender, clock: Clock.Clock, go: (given: Permit | Wait) => void): () => boolean {
    const now = clock.currentTimeMillisUnsafe()
    const wait = this.#waitOf(sender, now)
    // Due at once: nothing is claimed while the route is closed, and `onCapacity` announces when it
    // has capacity.
    const job = wait !== undefined || this.#isCrowded ? undefined : this.#permits.enter(only, 1)
    if (job === undefined) {
      go(wait ?? { _tag: "Wait", until: now })
      return notInQueue
    }
    if (job.isRunning) {
      go(this.#permit(job, sender, clock))
      return notInQueue
    }
    this.#waiting.set(job, {
      sender,
      go: (isGiven) => {
        const then = clock.currentTimeMillisUnsafe()
        const blocked = this.#waitOf(sender, then)
        if (isGiven && blocked === undefined) return go(this.#permit(job, sender, clock))
        // Several messages of a sender may have waited together: only one of them probes whether
        // its mail is accepted again.
        if (isGiven) this.#release(job)
        go(blocked ?? { _tag: "Wait", until: then })
      }
    })
    return () => {
      if (!this.#waiting.has(job)) return false
      this.#release(job)
      return true
    }
  }

  get inFlight(): number {
    return this.#permits.inUse
  }

  get #isCrowded(): boolean {
    return this.inFlight > 0 && this.#surroundings.isOverfull()
  }

  /**
   * Whether to claim more: few wait. More is claimed than runs, so that a fast server never runs
   * dry.
   */
  get #hasCapacity(): boolean {
    const enough = this.#throttle.concurrency * (this.#isOwn ? 1 : turnsAhead)
    return this.inFlight === 0 || (!this.#surroundings.isFull() && this.#permits.waiting < enough)
  }

  #waitOf(sender: Sender, now: number): Wait | undefined {
    const { backOffUntil, isDaily } = this.#throttle
    if (backOffUntil > now)
      return { _tag: "Wait", until: backOffUntil, ...(isDaily ? { isDaily } : {}) }
    return this.#senders.waitOf(sender, now)
  }

  #isBlocked(sender: Sender, now: number): boolean {
    return this.#throttle.backOffUntil > now || this.#senders.isBlocked(sender, now)
  }

  #permit(job: Job, sender: Sender, clock: Clock.Clock): Permit {
    const end = this.#senders.begin(sender)
    const release = (): void => {
      end()
      this.#release(job)
    }
    return {
      release,
      delivered: (delivered) => {
        const limited = this.#limited(sender, delivered, clock.currentTimeMillisUnsafe())
        release()
        return limited
      }
    }
  }

  /**
   * Delivers with a permit. Only the delivery itself is interruptible, so that the permit is always
   * released.
   */
  #used(permit: Permit, deliver: Effect.Effect<Delivered | Wait>): Effect.Effect<Limited> {
    return Effect.matchCauseEffect(deliver, {
      onFailure: (cause) => {
        permit.release()
        return Effect.failCause(cause)
      },
      onSuccess: (delivered) => Effect.succeed(permit.delivered(delivered))
    })
  }

  #limited(sender: Sender, delivered: Delivered | Wait, now: number): Limited {
    if (!("outcome" in delivered)) return waited(delivered)
    const { outcome } = delivered
    const before = this.#throttle
    const begun = this.#learn(sender, outcome, now)
    // One connection too many: the message goes by another, and nothing was tried.
    if (this.#throttle.fullUntil > before.fullUntil)
      return {
        ...delivered,
        ...waited({ _tag: "Wait", until: now }),
        found: { connections: this.#throttle.concurrency, smtp_response: responseOf(outcome) }
      }
    const notBefore = Math.max(
      this.#throttle.backOffUntil,
      this.#senders.backsOffUntil(sender, now)
    )
    const { concurrency } = this.#limits
    const isUnlimited =
      before.concurrency < concurrency && this.#throttle.concurrency >= concurrency
    return {
      ...delivered,
      notBefore,
      ...(begun === undefined ? {} : { begun }),
      ...(isUnlimited ? { isUnlimited } : {})
    }
  }

  #release(job: Job): void {
    this.#waiting.delete(job)
    this.#begin(this.#permits.resize(this.#throttle.concurrency))
    this.#begin(this.#permits.leave(job))
    if (!this.#wasClosed || !this.#hasCapacity) return
    this.#wasClosed = false
    this.#surroundings.onCapacity()
  }

  #begin(started: ReadonlyArray<Job>): void {
    for (const job of started) {
      const waiter = this.#waiting.get(job)
      this.#waiting.delete(job)
      waiter?.go(true)
    }
  }

  /**
   * On a paced route, waits for the message's turn; a message whose turn is far ahead returns a
   * `Wait` instead.
   */
  #turn(sender: Sender, clock: Clock.Clock): Effect.Effect<void, Wait> {
    return Effect.suspend(() => {
      const now = clock.currentTimeMillisUnsafe()
      const turn = Math.max(now, this.#nextAt)
      const wait = this.#waitOf(sender, now)
      if (wait !== undefined) return Effect.fail({ ...wait, until: Math.max(wait.until, turn) })
      if (turn > now + maxTurn) return Effect.fail<Wait>({ _tag: "Wait", until: turn })
      this.#nextAt = turn + this.#limits.interval
      return Effect.interruptible(Effect.sleep(Duration.millis(turn - now)))
    })
  }

  #learn(sender: Sender, outcome: DeliveryOutcome, now: number): BegunBackOff | undefined {
    const signal = signalOf(outcome)
    const ofSender = this.#senders.learn(sender, signal, now)
    const isRoutes =
      signal.of === "route" ||
      ofSender?.scope === "route" ||
      (this.#isOwn && ofSender?.scope === "tenant")
    const before = this.#throttle
    if (isRoutes)
      this.#throttle = afterOutcome(before, signal, {
        limits: this.#limits,
        inFlight: this.inFlight,
        now
      })
    const begun: BegunBackOff | undefined =
      this.#throttle.backOffUntil > now && before !== this.#throttle
        ? { scope: "route", until: this.#throttle.backOffUntil }
        : ofSender?.scope === "route"
          ? undefined
          : ofSender
    if (begun !== undefined) this.#dismissBlocked(now)
    return begun
  }

  /** Messages in the queue whose mail backs off now leave it. */
  #dismissBlocked(now: number): void {
    for (const [permit, { go, sender }] of this.#waiting) {
      if (!this.#isBlocked(sender, now)) continue
      this.#waiting.delete(permit)
      this.#begin(this.#permits.leave(permit))
      go(false)
    }
  }
}
