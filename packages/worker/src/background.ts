import { Effect, Schedule } from "effect"

/**
 * Restarts a loop after a defect: a worker that looks healthy but does nothing is worse.
 * Interruptible, or closing the scope would hang.
 */
export const background = <R>(loop: Effect.Effect<unknown, never, R>) =>
  Effect.sandbox(loop).pipe(
    Effect.tapError((cause) =>
      Effect.logError("a loop of the worker crashed and is started again", cause)
    ),
    Effect.retry(Schedule.spaced("1 second")),
    Effect.interruptible,
    Effect.forkScoped
  )
