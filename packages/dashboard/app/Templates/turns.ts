/** Runs at most so many at once; the others wait for their turn, in order. */
export const makeTurns = (most: number) => {
  let running = 0
  const waiting: Array<() => void> = []
  return async <A>(work: () => Promise<A>): Promise<A> => {
    if (running >= most)
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
