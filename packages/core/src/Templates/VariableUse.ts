/** How a template uses one name of its data. */
export interface VariableUse {
  /** Its value is written out. */
  readonly printed?: true
  /** Whether it is there is asked (`if`, `unless`, a section): it may be left out. */
  readonly tested?: true
  /** What is used of it by name. */
  readonly members?: VariableUses
  /** What is used of each of its items: it is a list. */
  readonly items?: VariableUse
}

/** How a template uses its data, by name. */
export type VariableUses = Readonly<Record<string, VariableUse>>

const mergeOptional = <A>(one: A | undefined, other: A | undefined, merge: (one: A, other: A) => A): A | undefined =>
  one === undefined ? other : other === undefined ? one : merge(one, other)

const mergeUse = (one: VariableUse, other: VariableUse): VariableUse => {
  const members = mergeOptional(one.members, other.members, mergeUses)
  const items = mergeOptional(one.items, other.items, mergeUse)
  return {
    ...(one.printed === true || other.printed === true ? { printed: true } : {}),
    ...(one.tested === true || other.tested === true ? { tested: true } : {}),
    ...(members === undefined ? {} : { members }),
    ...(items === undefined ? {} : { items })
  }
}

/** What two templates, or two parts of one, use together. */
export const mergeUses = (one: VariableUses, other: VariableUses): VariableUses => {
  const merged = new Map(Object.entries(one))
  for (const [name, use] of Object.entries(other)) {
    const present = merged.get(name)
    merged.set(name, present === undefined ? use : mergeUse(present, use))
  }
  return Object.fromEntries(merged)
}

const pathsOfUse = (path: string, use: VariableUse): ReadonlyArray<string> => {
  if (use.items !== undefined || use.members === undefined) return [path]
  const below = pathsOf(use.members, `${path}.`)
  return use.printed === true ? [path, ...below] : below
}

/**
 * The variables as dotted paths, such as `name` and `order.number`, in order. A list is one variable
 * (`order.items`): what is used of its items has no path of its own.
 */
export const pathsOf = (uses: VariableUses, prefix = ""): ReadonlyArray<string> =>
  Object.entries(uses).flatMap(([name, use]) => pathsOfUse(`${prefix}${name}`, use)).sort()
