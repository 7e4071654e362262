import { Effect } from "effect"

/**
 * How long the first item of a batch waits for company: one turn of the event loop, in which every request
 * that has arrived by now gets to its own write. It costs microseconds when there is no company. Not a sleep:
 * that would be at least a millisecond, and for ever under a test clock.
 */
export const gather: Effect.Effect<void> = Effect.async((resume) => {
  const turn = setImmediate(() => { resume(Effect.void) })
  return Effect.sync(() => { clearImmediate(turn) })
})
