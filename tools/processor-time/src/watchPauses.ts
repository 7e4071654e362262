import { startProcessorTime } from "./processorTime.js"

export interface Pauses {
  /**
   * Returns the longest turn of the event loop since it began, in milliseconds of processor time.
   */
  readonly stop: () => number
}

/** Measures turns of this process' event loop, with whatever runs in them. */
export const watchPauses = (): Pauses => {
  let longest = 0
  let elapsed = startProcessorTime()
  const look = (): void => {
    longest = Math.max(longest, elapsed())
    elapsed = startProcessorTime()
  }
  const timer = setInterval(look, 1)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return longest
    }
  }
}

/** The longest turn of the event loop while `run` is at work, in milliseconds of processor time. */
export const maxPause = async (run: () => Promise<unknown>): Promise<number> => {
  const { stop } = watchPauses()
  await run()
  return stop()
}
