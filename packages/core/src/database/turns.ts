import { Effect } from "effect"

/** What takes turns: a tenant or a webhook endpoint. */
export type Owner = string | number

export const byOwner = <Item, By extends Owner>(
  items: ReadonlyArray<Item>,
  ownerOf: (item: Item) => By
): ReadonlyMap<By, ReadonlyArray<Item>> => {
  const owners = new Map<By, Array<Item>>()
  for (const item of items) {
    const owner = ownerOf(item)
    const own = owners.get(owner)
    if (own === undefined) owners.set(owner, [item])
    else own.push(item)
  }
  return owners
}

/**
 * Takes up to `limit` items, one of each owner in turn; what one owner lacks goes to those that
 * have more. The items of an owner keep their order.
 */
export const takeTurns = <Item>(
  items: ReadonlyArray<Item>,
  limit: number,
  ownerOf: (item: Item) => Owner
): ReadonlyArray<Item> => {
  const rounds: Array<Array<Item>> = []
  const seen = new Map<Owner, number>()
  for (const item of items) {
    const owner = ownerOf(item)
    const round = seen.get(owner) ?? 0
    seen.set(owner, round + 1)
    const own = (rounds[round] ??= [])
    own.push(item)
  }
  return rounds.flat().slice(0, limit)
}

export interface Share<By extends Owner> {
  readonly owner: By
  readonly max: number
}

export interface Sharing<Item, By extends Owner, E> {
  /** Reads the first items of each owner, at most as many as its share. */
  readonly read: (shares: ReadonlyArray<Share<By>>) => Effect.Effect<ReadonlyArray<Item>, E>
  readonly ownerOf: (item: Item) => By
}

/**
 * Takes up to `limit` items of these owners in turn, at most `max` of each. Reads twice an even
 * share of each, then as much again of those with more.
 */
export const shareOut = <Item, By extends Owner, E>(
  owners: ReadonlyArray<Share<By>>,
  limit: number,
  { ownerOf, read }: Sharing<Item, By, E>
): Effect.Effect<ReadonlyArray<Item>, E> =>
  Effect.gen(function* () {
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
