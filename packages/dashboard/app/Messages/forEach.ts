import { makeTurns } from "../Client/index.js"

/**
 * Does the same with each item, several at once, and goes on after a failure. `done` counts those
 * for which it didn't answer false.
 */
export const forEach = async <Item>(
  items: ReadonlyArray<Item>,
  work: (item: Item) => Promise<unknown>
): Promise<{ readonly done: number; readonly failures: ReadonlyArray<unknown> }> => {
  const inTurn = makeTurns()
  const failures: Array<unknown> = []
  let done = 0
  const one = async (item: Item): Promise<void> => {
    try {
      if ((await work(item)) !== false) done++
    } catch (failure) {
      failures.push(failure)
    }
  }
  await Promise.all(items.map((item) => inTurn(() => one(item))))
  return { done, failures }
}
