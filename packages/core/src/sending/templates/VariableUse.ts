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

/**
 * Accumulates uses in place: merging copies would cost as much again for each part and language.
 */
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
    return Object.fromEntries(
      [...(this.members ?? [])].map(([name, member]) => [name, member.whole()])
    )
  }
}

/** The uses of several templates, or of several parts of one. */
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
 * The variables as sorted dotted paths, such as `name` and `order.number`. A list is one variable
 * (`order.items`): its items have no path.
 */
export const pathsOf = (uses: VariableUses): ReadonlyArray<string> =>
  [...pathsBelow(uses, "")].sort()
