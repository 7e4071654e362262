/** Remembers the keys that were used last: at least half of `max`, and never more than that. */
export const makeRecentKeys = (max: number) => {
  let younger = new Set<string>()
  let older = new Set<string>()
  return {
    has: (key: string): boolean => younger.has(key) || older.has(key),
    add: (key: string): void => {
      younger.add(key)
      // The oldest keys of one set can't be removed one by one: each removal would search past the gaps of those before.
      if (younger.size < max / 2) return
      older = younger
      younger = new Set()
    },
    remove: (key: string): void => {
      younger.delete(key)
      older.delete(key)
    }
  }
}
