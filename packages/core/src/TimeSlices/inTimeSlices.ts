import { Effect } from "effect"
import { type Steps, timeSlices } from "./timeSlices.js"

/**
 * Runs steps in the time slices of this process (`timeSlices`). Interrupting the fiber stops after
 * the current step.
 */
export const inTimeSlices = <A>(begin: () => Steps<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const steps = begin()
    const result = timeSlices.run(steps)
    if (!(result instanceof Promise)) return Effect.succeed(result)
    return Effect.promise((signal) => {
      signal.addEventListener("abort", () => steps.return(undefined as never), { once: true })
      return result
    })
  })
