/** Requests at once for one person: the server has others to serve. */
const atOnce = 4

/**
 * Does the same with each item, several at once, and goes on after a failure. `done` counts those
 * for which it didn't answer false.
 */
export const forEach = async <Item>(
  items: ReadonlyArray<Item>,
  work: (item: Item) => Promise<unknown>
): Promise<{ readonly done: number; readonly failures: ReadonlyArray<unknown> }> => {
  const left = [...items]
  const failures: Array<unknown> = []
  let done = 0
  const one = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift())
      try {
        if ((await work(item)) !== false) done++
      } catch (failure) {
        failures.push(failure)
      }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return { done, failures }
}
