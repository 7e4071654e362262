import { Effect } from "effect"
import { type Steps, timeSlices } from "./timeSlices.js"

/** Does the steps in the slices of this process (`timeSlices`). When the fiber is interrupted, no further step is taken. */
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
