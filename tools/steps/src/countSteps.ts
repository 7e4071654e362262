import { type Steps, type TimeSlices, timeSlices } from "@telemark/core"

/**
 * Counts the steps of all work that this process does in its time slices while `run` is at work.
 * How long a step takes is the machine's matter; how much of the work one has isn't.
 */
export const countSteps = async <A>(
  run: () => A | Promise<A>
): Promise<{ readonly result: A; readonly steps: number }> => {
  let count = 0
  const counted = function* <B>(steps: Steps<B>): Steps<B> {
    try {
      for (;;) {
        count++
        const { done, value } = steps.next()
        if (done === true) return value
        yield
      }
    } finally {
      steps.return(undefined as never)
    }
  }
  const own: TimeSlices = { ...timeSlices }
  Object.assign(timeSlices, { run: <B>(steps: Steps<B>) => own.run(counted(steps)) })
  try {
    const result = await run()
    return { result, steps: count }
  } finally {
    Object.assign(timeSlices, own)
  }
}
