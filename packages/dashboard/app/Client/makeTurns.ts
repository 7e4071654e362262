/** Requests of one kind at once for one person: the server has others to serve. */
const most = 4

/**
 * Does at most so many works at once, and others in the order in which they were asked for. What is
 * aborted before its turn isn't begun.
 */
export const makeTurns = (atOnce = most) => {
  const waiting: Array<() => void> = []
  let free = atOnce
  return async <Done>(work: () => Promise<Done>, signal?: AbortSignal): Promise<Done> => {
    if (free > 0) free--
    else
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    try {
      signal?.throwIfAborted()
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
