import { Effect, Exit } from "effect"

/**
 * What an effect answers that has nothing to wait for, such as a key that is known; undefined if it
 * waits or fails. For callbacks of hot paths.
 */
export const makeValueNow = Effect.map(Effect.context(), (context) => {
  const runFork = Effect.runForkWith(context)
  return <A, E>(effect: Effect.Effect<A, E>): A | undefined => {
    const fiber = runFork(effect)
    const exit = fiber.pollUnsafe()
    if (exit === undefined) fiber.interruptUnsafe()
    return exit !== undefined && Exit.isSuccess(exit) ? exit.value : undefined
  }
})
