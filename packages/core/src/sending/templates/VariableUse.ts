/** How a template uses one variable. */
export interface VariableUse {
  /** Its value is printed. */
  readonly printed?: true
  /** It is tested (`if`, `unless`, a section), so it may be left out. */
  readonly tested?: true
  readonly members?: VariableUses
  /** How its items are used: it is a list. */
  readonly items?: VariableUse
}

/** How a template uses its variables, by name. */
export type VariableUses = Readonly<Record<string, VariableUse>>

const mergeUse = (same: ReadonlyArray<VariableUse>): VariableUse => {
  const members = same.flatMap(({ members }) => (members === undefined ? [] : [members]))
  const items = same.flatMap(({ items }) => (items === undefined ? [] : [items]))
  return {
    ...(same.some(({ printed }) => printed === true) ? { printed: true } : {}),
    ...(same.some(({ tested }) => tested === true) ? { tested: true } : {}),
    ...(members.length === 0 ? {} : { members: mergeUses(...members) }),
    ...(items.length === 0 ? {} : { items: mergeUse(items) })
  }
}

/**
 * The uses of several templates, or of several parts of one. All at once: merging two by two would
 * cost as much again for each part and language.
 */
export const mergeUses = (...all: ReadonlyArray<VariableUses>): VariableUses => {
  const byName = new Map<string, Array<VariableUse>>()
  for (const uses of all)
    for (const [name, use] of Object.entries(uses)) {
      const same = byName.get(name)
      if (same === undefined) byName.set(name, [use])
      else same.push(use)
    }
  return Object.fromEntries([...byName].map(([name, same]) => [name, mergeUse(same)]))
}

const pathsOfUse = (path: string, use: VariableUse): ReadonlyArray<string> => {
  if (use.items !== undefined || use.members === undefined) return [path]
  const below = pathsBelow(use.members, `${path}.`)
  return use.printed === true ? [path, ...below] : below
}

const pathsBelow = (uses: VariableUses, prefix: string): ReadonlyArray<string> =>
  Object.entries(uses).flatMap(([name, use]) => pathsOfUse(`${prefix}${name}`, use))

/**
 * The variables as sorted dotted paths, such as `name` and `order.number`. A list is one variable
 * (`order.items`): its items have no path.
 */
export const pathsOf = (uses: VariableUses): ReadonlyArray<string> =>
  [...pathsBelow(uses, "")].sort()
