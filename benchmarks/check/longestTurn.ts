import { startWork } from "./work.js"

/** The longest turn of this process' event loop while `run` is at work, in milliseconds. */
export const longestTurn = async (run: () => Promise<unknown>): Promise<number> => {
  let longest = 0
  let elapsed = startWork()
  const look = (): void => {
    longest = Math.max(longest, elapsed())
    elapsed = startWork()
  }
  const timer = setInterval(look, 1)
  try {
    await run()
  } finally {
    clearInterval(timer)
  }
  look()
  return longest
}

const attempts = 3

/** The least of several: the collector of garbage makes one or another longer. */
export const leastTurn = async (run: () => Promise<unknown>): Promise<number> => {
  let least = Infinity
  for (let attempt = 0; attempt < attempts; attempt++)
    least = Math.min(least, await longestTurn(run))
  return least
}
