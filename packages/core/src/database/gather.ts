import { Effect } from "effect"
import { wakeable } from "../kernel/signals/wakeable.js"

/**
 * How long the first item of a batch waits for others: one turn of the event loop, in which every
 * request that has arrived reaches its own write. It costs microseconds if there are no others. A
 * sleep would take at least a millisecond, and forever under a test clock.
 */
export const gather: Effect.Effect<void> = wakeable((resume) => {
  const turn = setImmediate(() => {
    resume(Effect.void)
  })
  return Effect.sync(() => {
    clearImmediate(turn)
  })
}, "microtask")
