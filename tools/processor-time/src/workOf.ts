import { startProcessorTime } from "./processorTime.js"

/** How long `run` is at work, in milliseconds of processor time. */
export const workOf = (run: () => void): number => {
  const elapsed = startProcessorTime()
  run()
  return elapsed()
}
