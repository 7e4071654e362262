import type { VariableUse, VariableUses } from "@telemark/core"

/** How a value of the data is used, as found so far. */
export class Use {
  printed = false
  tested = false
  private readonly members = new Map<string, Use>()
  private item: Use | undefined

  /** `mayBeList`: whether a number may be the place of an item; of the data as a whole it is a name. */
  constructor(private readonly mayBeList = true) {}

  /** What each item of it, as a list, is used for. */
  items(): Use {
    return (this.item ??= new Use())
  }

  /** What is under a path from here. Undefined for what Handlebars never reads. */
  under(names: ReadonlyArray<string>): Use | undefined {
    const [name, ...rest] = names
    return name === undefined ? this : this.step(name)?.under(rest)
  }

  /** By name, without what nothing is known of. */
  byName(): VariableUses {
    // The length of a list is no data of its own.
    const members = [...this.members].filter(([name]) => this.item === undefined || name !== "length")
    return Object.fromEntries(members.map(([name, use]) => [name, use.toUse()]))
  }

  private step(name: string): Use | undefined {
    if (name === "__proto__") return undefined
    if (this.mayBeList && /^\d+$/.test(name)) return this.items()
    let member = this.members.get(name)
    if (member === undefined) {
      member = new Use()
      this.members.set(name, member)
    }
    return member
  }

  private toUse(): VariableUse {
    const members = this.byName()
    return {
      ...(this.printed ? { printed: true } : {}),
      ...(this.tested ? { tested: true } : {}),
      ...(Object.keys(members).length > 0 ? { members } : {}),
      ...(this.item === undefined ? {} : { items: this.item.toUse() })
    }
  }
}
