import { Effect } from "effect"
import { type Steps, type TimeSlices, timeSlices } from "./timeSlices.js"

/**
 * Runs steps in time slices, by default those of this process. Interrupting the fiber stops after
 * the current step.
 */
export const inTimeSlices = <A>(
  begin: () => Steps<A>,
  slices: TimeSlices = timeSlices
): Effect.Effect<A> =>
  Effect.suspend(() => {
    const steps = begin()
    const result = slices.run(steps)
    if (!(result instanceof Promise)) return Effect.succeed(result)
    return Effect.promise((signal) => {
      signal.addEventListener("abort", () => steps.return(undefined as never), { once: true })
      return result
    })
  })
