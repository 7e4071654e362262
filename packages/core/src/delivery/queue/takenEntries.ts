import type { TakenEntry } from "./Queue.js"

export interface TakenEntries {
  /** Keeps one entry of each begun message. */
  readonly add: (
    owner: string,
    entries: ReadonlyArray<TakenEntry>,
    begun: ReadonlyArray<string>
  ) => void
  readonly has: (owner: string, entry: TakenEntry) => boolean
  readonly of: (owner: string, ids: ReadonlyArray<string>) => ReadonlyArray<TakenEntry>
  readonly remove: (owner: string, ids: ReadonlyArray<string>) => ReadonlyArray<TakenEntry>
}

export const makeTakenEntries = (): TakenEntries => {
  const known = new Map<string, { readonly owner: string; readonly entry: TakenEntry }>()
  const find = (owner: string, ids: ReadonlyArray<string>): ReadonlyArray<TakenEntry> =>
    ids.flatMap((id) => {
      const found = known.get(id)
      return found?.owner === owner ? [found.entry] : []
    })
  return {
    add: (owner, entries, begun) => {
      const first = new Map([...entries].reverse().map((entry) => [entry.id, entry]))
      for (const id of begun) {
        const entry = first.get(id)
        // Begun again after its lease expired: the earlier owner's entry is left to the queue.
        if (entry !== undefined) known.set(id, { owner, entry })
      }
    },
    has: (owner, entry) => {
      const found = known.get(entry.id)
      return found?.owner === owner && found.entry.receipt === entry.receipt
    },
    of: find,
    remove: (owner, ids) => {
      const entries = find(owner, ids)
      for (const { id } of entries) known.delete(id)
      return entries
    }
  }
}
