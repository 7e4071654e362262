import type { VariableUse, VariableUses } from "@telemark/core"

/** How a value of the data is used. */
export class Use {
  printed = false
  tested = false
  private readonly members = new Map<string, Use>()
  private item: Use | undefined

  /** `mayBeList`: whether a number may be a list index. At the top level it is a name. */
  constructor(private readonly mayBeList = true) {}

  /** The uses of its items. */
  items(): Use {
    return (this.item ??= new Use())
  }

  /** The use of a path from here. Undefined for `__proto__`, which Handlebars never reads. */
  under(names: ReadonlyArray<string>): Use | undefined {
    const [name, ...rest] = names
    return name === undefined ? this : this.step(name)?.under(rest)
  }

  byName(): VariableUses {
    // The length of a list isn't data.
    const members = [...this.members].filter(
      ([name]) => this.item === undefined || name !== "length"
    )
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
