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
