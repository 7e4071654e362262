import { Effect } from "effect"
import { byOwner, type Owner, takeTurns } from "./takeTurns.js"

/** An owner, and how many of its items may be taken. */
export interface Share<By extends Owner> {
  readonly owner: By
  readonly max: number
}

/** Who shares what. */
export interface Sharing<Item, By extends Owner, E> {
  /** The first of each owner's items, at most as many as its share. */
  readonly read: (shares: ReadonlyArray<Share<By>>) => Effect.Effect<ReadonlyArray<Item>, E>
  readonly ownerOf: (item: Item) => By
}

/**
 * Takes `limit` items of these owners in turn, no more of each than it may have. Up to twice an even share is read of
 * each, so that what some lack can go to others; then as much again of those that had more.
 */
export const shareOut = <Item, By extends Owner, E>(
  owners: ReadonlyArray<Share<By>>,
  limit: number,
  { ownerOf, read }: Sharing<Item, By, E>
): Effect.Effect<ReadonlyArray<Item>, E> =>
  Effect.gen(function*() {
    const found = new Map<By, ReadonlyArray<Item>>()
    let open = owners
    let share = 0
    let missing = limit
    while (open.length > 0 && missing > 0) {
      share = Math.min(limit, share + Math.ceil((2 * missing) / open.length))
      const size = share
      const shares = open.map(({ max, owner }) => ({ owner, max: Math.min(max, size) }))
      for (const [owner, items] of byOwner(yield* read(shares), ownerOf)) found.set(owner, items)
      open = open.filter(({ max, owner }) => size < max && found.get(owner)?.length === size)
      missing = limit - [...found.values()].flat().length
    }
    return takeTurns([...found.values()].flat(), limit, ownerOf)
  })
