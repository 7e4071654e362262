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

/** Uses being gathered: merging copies would cost as much again with each part and language. */
class Gathering {
  private printed = false
  private tested = false
  private items: Gathering | undefined
  private members: Map<string, Gathering> | undefined

  add(use: VariableUse): this {
    this.printed ||= use.printed === true
    this.tested ||= use.tested === true
    if (use.items !== undefined) this.items = (this.items ?? new Gathering()).add(use.items)
    return use.members === undefined ? this : this.addMembers(use.members)
  }

  addMembers(uses: VariableUses): this {
    this.members ??= new Map()
    for (const [name, use] of Object.entries(uses)) {
      this.members.set(name, (this.members.get(name) ?? new Gathering()).add(use))
    }
    return this
  }

  whole(): VariableUse {
    return {
      ...(this.printed ? { printed: true } : {}),
      ...(this.tested ? { tested: true } : {}),
      ...(this.members === undefined ? {} : { members: this.wholeMembers() }),
      ...(this.items === undefined ? {} : { items: this.items.whole() })
    }
  }

  wholeMembers(): VariableUses {
    return Object.fromEntries([...this.members ?? []].map(([name, member]) => [name, member.whole()]))
  }
}

/** What several templates, or several parts of one, use together. */
export const mergeUses = (...all: ReadonlyArray<VariableUses>): VariableUses =>
  all.reduce((gathering, uses) => gathering.addMembers(uses), new Gathering()).wholeMembers()

const pathsOfUse = (path: string, use: VariableUse): ReadonlyArray<string> => {
  if (use.items !== undefined || use.members === undefined) return [path]
  const below = pathsBelow(use.members, `${path}.`)
  return use.printed === true ? [path, ...below] : below
}

const pathsBelow = (uses: VariableUses, prefix: string): ReadonlyArray<string> =>
  Object.entries(uses).flatMap(([name, use]) => pathsOfUse(`${prefix}${name}`, use))

/**
 * The variables as dotted paths, such as `name` and `order.number`, in order. A list is one variable
 * (`order.items`): what is used of its items has no path of its own.
 */
export const pathsOf = (uses: VariableUses): ReadonlyArray<string> => [...pathsBelow(uses, "")].sort()
