/** Values by key: those that were set last. */
export interface Recent<A> {
  readonly has: (key: string) => boolean
  readonly get: (key: string) => A | undefined
  readonly set: (key: string, value: A) => void
  readonly remove: (key: string) => void
}

/** Remembers the values that were set last: at least half of `max`, and never more than that. */
export const makeRecent = <A>(max: number): Recent<A> => {
  let younger = new Map<string, A>()
  let older = new Map<string, A>()
  return {
    has: (key) => younger.has(key) || older.has(key),
    get: (key) => younger.get(key) ?? older.get(key),
    set: (key, value) => {
      younger.set(key, value)
      // The oldest keys of one map can't be removed one by one: each removal would search past the
      // gaps of those before.
      if (younger.size < max / 2) return
      older = younger
      younger = new Map()
    },
    remove: (key) => {
      younger.delete(key)
      older.delete(key)
    }
  }
}
