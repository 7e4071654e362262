import { Effect, Schedule } from "effect"

/**
 * Forked for as long as the scope is open. A loop that breaks unexpectedly begins again: a worker that looks
 * healthy and does nothing would be worse than any error. Interruptible, or closing the scope would wait for ever.
 */
export const background = <R>(loop: Effect.Effect<unknown, never, R>) =>
  Effect.sandbox(loop).pipe(
    Effect.tapError((cause) => Effect.logError("a loop of the worker broke and is started again", cause)),
    Effect.retry(Schedule.spaced("1 second")),
    Effect.interruptible,
    Effect.forkScoped
  )
