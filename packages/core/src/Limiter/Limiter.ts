import { type Duration, Effect, type Option, Scope } from "effect"
import type { Job } from "./Key.js"
import { type LimiterBounds, LimiterState } from "./LimiterState.js"

/** Who is refused. Without it nobody is: for callers whose number is bounded elsewhere. */
export interface LimiterRefusal<E> extends Pick<LimiterBounds, "maxWaitingPerKey" | "admitsEachKey"> {
  /** Jobs that wait, of all keys together. */
  readonly maxWaiting: number
  /** How long a job waits at most; by default for as long as it takes. */
  readonly patience?: Duration.DurationInput | undefined
  /** What a job fails with that may not wait, or has waited for too long. It never began. */
  readonly error: () => E
}

/** What a limiter is given: how much runs at once, and who is refused. */
export interface LimiterOptions<E> extends Pick<LimiterBounds, "permits" | "permitsPerKey"> {
  readonly refuse?: LimiterRefusal<E> | undefined
  /** Whether waiting can be interrupted even where the caller can't be; false by default. What runs is as interruptible as the caller. */
  readonly isWaitInterruptible?: boolean | undefined
}

/** A job's share. */
export interface LimiterClaim {
  /** Whom it is for: jobs of one key run in the order in which they came, keys take turns. By default all jobs have one key. */
  readonly key?: string | undefined
  /** How much of the limiter it takes; 1 by default. */
  readonly permits?: number | undefined
  /** Whether it goes before others; of four that start while others wait, one isn't urgent all the same. False by default. */
  readonly isUrgent?: boolean | undefined
}

/**
 * Lets so many effects run at once, in the order that `LimiterState` describes. What leaves wakes exactly those that can start, once
 * each. Who is interrupted while it waits leaves the queue, and who is interrupted just as it gets its permits hands them on.
 */
export interface Limiter<E> {
  /** Runs an effect once it has its permits, and gives them back when it ends, however it does. */
  readonly run: (claim?: LimiterClaim) => <A, E2, R>(effect: Effect.Effect<A, E2, R>) => Effect.Effect<A, E | E2, R>
  /** Runs an effect if its permits are free at once; none if it would have to wait. */
  readonly runIfFree: (claim?: LimiterClaim) => <A, E2, R>(effect: Effect.Effect<A, E2, R>) => Effect.Effect<Option.Option<A>, E2, R>
  /** Takes permits until the scope closes. */
  readonly acquire: (claim?: LimiterClaim) => Effect.Effect<void, E, Scope.Scope>
  /**
   * Takes permits, for what ends outside of effects: answers what gives them back, once, however often it is called. Interrupted, it has taken none.
   * What keeps the answer belongs into one uninterruptible region with it.
   */
  readonly take: (claim?: LimiterClaim) => Effect.Effect<() => void, E>
  /** Permits that running jobs have at the moment. */
  readonly inUse: () => number
}

const only = ""

/** A limiter, empty. Its waiting jobs are bounded by `refuse`; without that, nothing fails with an error of the limiter. */
export const makeLimiter = <E = never>({ isWaitInterruptible = false, refuse, ...bounds }: LimiterOptions<E>): Limiter<E> => {
  const { admitsEachKey, maxWaiting, maxWaitingPerKey } = refuse ?? {}
  const state = new LimiterState({ ...bounds, admitsEachKey, maxWaiting, maxWaitingPerKey })
  /** How jobs are told that they may start, once they listen. */
  const starts = new Map<Job, () => void>()

  const enter = ({ isUrgent, key = only, permits = 1 }: LimiterClaim, mayWait = true): Job | undefined => state.enter(key, permits, mayWait, isUrgent)

  const leave = (job: Job): void => {
    starts.delete(job)
    for (const next of state.leave(job)) {
      starts.get(next)?.()
      starts.delete(next)
    }
  }

  const started = (job: Job): Effect.Effect<void> =>
    Effect.async<void>((resume) => {
      // It may have started before anyone listened.
      if (job.isRunning) resume(Effect.void)
      else starts.set(job, () => { resume(Effect.void) })
    })

  const waitFor = (job: Job): Effect.Effect<void, E> =>
    refuse?.patience === undefined
      ? started(job)
      : Effect.timeoutFail(started(job), { duration: refuse.patience, onTimeout: refuse.error })

  type Restore = <A, E2, R>(effect: Effect.Effect<A, E2, R>) => Effect.Effect<A, E2, R>

  /** Goes on with a job that runs. To be called where nothing interrupts; `restore` lets the waiting be interrupted. With free permits nothing is waited for, nor forked. */
  const whenRunning = <A, E2, R>(claim: LimiterClaim, restore: Restore, then: (job: Job) => Effect.Effect<A, E2, R>): Effect.Effect<A, E | E2, R> => {
    const job = enter(claim)
    if (job === undefined) return refuse === undefined ? Effect.dieMessage("a limiter without bounds has refused") : Effect.fail(refuse.error())
    if (job.isRunning) return then(job)
    return Effect.matchCauseEffect(isWaitInterruptible ? Effect.interruptible(waitFor(job)) : restore(waitFor(job)), {
      onFailure: (cause) => {
        leave(job)
        return Effect.failCause(cause)
      },
      onSuccess: () => then(job)
    })
  }

  /** Like `Effect.ensuring`, where nothing interrupts already. */
  const leavingAfter = <A, E2, R>(job: Job, effect: Effect.Effect<A, E2, R>): Effect.Effect<A, E2, R> =>
    Effect.matchCauseEffect(effect, {
      onFailure: (cause) => {
        leave(job)
        return Effect.failCause(cause)
      },
      onSuccess: (result) => {
        leave(job)
        return Effect.succeed(result)
      }
    })

  return {
    run: (claim = {}) => (effect) =>
      Effect.uninterruptibleMask((restore) => whenRunning(claim, restore, (job) => leavingAfter(job, restore(effect)))),

    runIfFree: (claim = {}) => (effect) =>
      Effect.uninterruptibleMask((restore) => {
        const job = enter(claim, false)
        return job === undefined ? Effect.succeedNone : Effect.asSome(leavingAfter(job, restore(effect)))
      }),

    // Not `Effect.addFinalizer`: that compares all fiber refs when the scope closes.
    acquire: (claim = {}) =>
      Effect.uninterruptibleMask((restore) =>
        whenRunning(claim, restore, (job) =>
          Effect.flatMap(Effect.scope, (scope) => Scope.addFinalizer(scope, Effect.sync(() => { leave(job) }))))),

    take: (claim = {}) =>
      Effect.uninterruptibleMask((restore) => whenRunning(claim, restore, (job) => Effect.succeed(() => { leave(job) }))),

    inUse: () => state.inUse
  }
}
