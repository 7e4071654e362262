import { type Duration, Effect, type Option, Scope } from "effect"
import { type Job, type LimiterBounds, LimiterState } from "./LimiterState.js"

/** Who is refused. Without it nobody is: for callers whose number is bounded elsewhere. */
export interface LimiterRefusal<E> {
  /** Jobs that wait, of all keys together. */
  readonly maxWaiting: number
  /** Jobs of one key that wait; by default as many as may wait in all. */
  readonly maxWaitingPerKey?: number | undefined
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
}

const only = ""

/** A limiter, empty. Its waiting jobs are bounded by `refuse`; without that, nothing fails with an error of the limiter. */
export const makeLimiter = <E = never>({ isWaitInterruptible = false, refuse, ...bounds }: LimiterOptions<E>): Limiter<E> => {
  const state = new LimiterState({ ...bounds, maxWaiting: refuse?.maxWaiting, maxWaitingPerKey: refuse?.maxWaitingPerKey })
  /** How jobs are told that they may start, once they listen. */
  const starts = new Map<Job, () => void>()

  const leave = (job: Job): Effect.Effect<void> =>
    Effect.sync(() => {
      starts.delete(job)
      for (const next of state.leave(job)) {
        starts.get(next)?.()
        starts.delete(next)
      }
    })

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

  /** A job that runs, to be called where nothing interrupts; `restore` lets the waiting be interrupted. */
  const take = (
    { key = only, permits = 1 }: LimiterClaim,
    restore: (wait: Effect.Effect<void, E>) => Effect.Effect<void, E>
  ): Effect.Effect<Job, E> =>
    Effect.suspend(() => {
      const job = state.enter(key, permits)
      if (job === undefined) return refuse === undefined ? Effect.dieMessage("a limiter without bounds has refused") : Effect.fail(refuse.error())
      if (job.isRunning) return Effect.succeed(job)
      const wait = isWaitInterruptible ? Effect.interruptible(waitFor(job)) : restore(waitFor(job))
      return Effect.as(Effect.onError(wait, () => leave(job)), job)
    })

  return {
    run: (claim = {}) => (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(take(claim, restore), (job) => Effect.ensuring(restore(effect), leave(job)))),

    runIfFree: ({ key = only, permits = 1 } = {}) => (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          const job = state.enter(key, permits, false)
          return job === undefined ? Effect.succeedNone : Effect.asSome(Effect.ensuring(restore(effect), leave(job)))
        })),

    acquire: (claim = {}) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(take(claim, restore), (job) => Effect.flatMap(Effect.scope, (scope) => Scope.addFinalizer(scope, leave(job)))))
  }
}
