import { type Duration, Effect, type Option, Scope } from "effect"
import type { Job } from "./LimiterKey.js"
import { type LimiterBounds, LimiterState } from "./LimiterState.js"
import { wakeable, type WhenWoken } from "./signals.js"

/** When jobs are refused. Without it none are: for callers whose number is bounded elsewhere. */
export interface LimiterRefusal<E> extends Pick<
  LimiterBounds,
  "maxWaitingPerKey" | "admitsEachKey"
> {
  readonly maxWaiting: number
  /** Maximum wait of a job; unlimited by default. */
  readonly maxWait?: Duration.Input | undefined
  /** The error of a job that may not wait or waited too long. It never began. */
  readonly error: () => E
}

/** Options of `makeLimiter`: how much runs at once, and when jobs are refused. */
export interface LimiterOptions<E> extends Pick<LimiterBounds, "permits" | "permitsPerKey"> {
  readonly refuse?: LimiterRefusal<E> | undefined
  /**
   * Whether waiting is interruptible even if the caller isn't; false by default. A running effect
   * is as interruptible as its caller.
   */
  readonly isWaitInterruptible?: boolean | undefined
  /** When a job that waited begins after it has got its permits; in a later `turn` by default. */
  readonly whenWoken?: WhenWoken | undefined
}

/** What one job requests. */
export interface LimiterClaim {
  /**
   * Jobs of one key run in arrival order; keys take turns. By default all jobs have the same key.
   */
  readonly key?: string | undefined
  /** Permits that the job takes; 1 by default. */
  readonly permits?: number | undefined
  /**
   * Urgent jobs go first, but after three in a row an ordinary one that waits starts. False by
   * default.
   */
  readonly isUrgent?: boolean | undefined
}

/**
 * Limits how many effects run at once, in the order that `LimiterState` describes. A job that ends
 * wakes exactly those that can start, once each. A caller interrupted while it waits leaves the
 * queue; one interrupted just as it gets its permits passes them on.
 */
export interface Limiter<E> {
  /** Runs an effect once it has its permits, and releases them when it ends in any way. */
  readonly run: (
    claim?: LimiterClaim
  ) => <A, E2, R>(effect: Effect.Effect<A, E2, R>) => Effect.Effect<A, E | E2, R>
  /** Runs an effect if its permits are free now; returns none if it would have to wait. */
  readonly runIfFree: (
    claim?: LimiterClaim
  ) => <A, E2, R>(effect: Effect.Effect<A, E2, R>) => Effect.Effect<Option.Option<A>, E2, R>
  readonly acquire: (claim?: LimiterClaim) => Effect.Effect<void, E, Scope.Scope>
  /**
   * Takes permits for work that ends outside of effects, and returns an idempotent release
   * function. If interrupted, it has taken none. Store the function in the same uninterruptible
   * region.
   */
  readonly take: (claim?: LimiterClaim) => Effect.Effect<() => void, E>
  readonly inUse: () => number
}

const only = ""

/**
 * Makes a limiter. `refuse` bounds its waiting jobs; without it, nothing fails with an error of the
 * limiter.
 */
export const makeLimiter = <E = never>({
  isWaitInterruptible = false,
  refuse,
  whenWoken,
  ...bounds
}: LimiterOptions<E>): Limiter<E> => {
  const { admitsEachKey, maxWaiting, maxWaitingPerKey } = refuse ?? {}
  const state = new LimiterState({ ...bounds, admitsEachKey, maxWaiting, maxWaitingPerKey })
  const starts = new Map<Job, () => void>()

  const enter = (
    { isUrgent, key = only, permits = 1 }: LimiterClaim,
    mayWait = true
  ): Job | undefined => state.enter(key, permits, mayWait, isUrgent)

  const leave = (job: Job): void => {
    starts.delete(job)
    for (const next of state.leave(job)) {
      starts.get(next)?.()
      starts.delete(next)
    }
  }

  const started = (job: Job): Effect.Effect<void> =>
    wakeable<void>((resume) => {
      // It may have started before this callback was registered.
      if (job.isRunning) resume(Effect.void)
      else
        starts.set(job, () => {
          resume(Effect.void)
        })
    }, whenWoken)

  const waitFor = (job: Job): Effect.Effect<void, E> =>
    refuse?.maxWait === undefined
      ? started(job)
      : Effect.timeoutOrElse(started(job), {
          duration: refuse.maxWait,
          orElse: () => Effect.fail(refuse.error())
        })

  type Restore = <A, E2, R>(effect: Effect.Effect<A, E2, R>) => Effect.Effect<A, E2, R>

  /**
   * Continues with a running job. Call it uninterruptibly; `restore` makes the wait interruptible.
   * With free permits it doesn't fork.
   */
  const whenRunning = <A, E2, R>(
    claim: LimiterClaim,
    restore: Restore,
    then: (job: Job) => Effect.Effect<A, E2, R>
  ): Effect.Effect<A, E | E2, R> => {
    const job = enter(claim)
    if (job === undefined)
      return refuse === undefined
        ? Effect.die(new Error("a limiter without limits has refused a permit"))
        : Effect.fail(refuse.error())
    if (job.isRunning) return then(job)
    return Effect.matchCauseEffect(
      isWaitInterruptible ? Effect.interruptible(waitFor(job)) : restore(waitFor(job)),
      {
        onFailure: (cause) => {
          leave(job)
          return Effect.failCause(cause)
        },
        onSuccess: () => then(job)
      }
    )
  }

  /** Like `Effect.ensuring`, for uninterruptible regions. */
  const leavingAfter = <A, E2, R>(
    job: Job,
    effect: Effect.Effect<A, E2, R>
  ): Effect.Effect<A, E2, R> =>
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
    run:
      (claim = {}) =>
      (effect) =>
        Effect.uninterruptibleMask((restore) =>
          whenRunning(claim, restore, (job) => leavingAfter(job, restore(effect)))
        ),

    runIfFree:
      (claim = {}) =>
      (effect) =>
        Effect.uninterruptibleMask((restore) => {
          const job = enter(claim, false)
          return job === undefined
            ? Effect.succeedNone
            : Effect.asSome(leavingAfter(job, restore(effect)))
        }),

    acquire: (claim = {}) =>
      Effect.uninterruptibleMask((restore) =>
        whenRunning(claim, restore, (job) =>
          Effect.flatMap(Effect.scope, (scope) =>
            Scope.addFinalizer(
              scope,
              Effect.sync(() => {
                leave(job)
              })
            )
          )
        )
      ),

    take: (claim = {}) =>
      Effect.uninterruptibleMask((restore) =>
        whenRunning(claim, restore, (job) =>
          Effect.succeed(() => {
            leave(job)
          })
        )
      ),

    inUse: () => state.inUse
  }
}
