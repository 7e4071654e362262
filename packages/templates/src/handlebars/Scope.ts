import type { VariableUse, VariableUses } from "@telemark/core"
import { isScoped, type Path } from "./syntax.js"

/** What names refer to at one position. Undefined if that depends on the data. */
export class Scope {
  private constructor(
    private readonly root: Use,
    /** `this`, then `../`, and so on. */
    private readonly contexts: ReadonlyArray<Use | undefined>,
    /** The names declared by enclosing blocks, innermost first. */
    private readonly declared: ReadonlyArray<ReadonlyMap<string, Use | undefined>>
  ) {}

  static of(root: Use): Scope {
    return new Scope(root, [root], [])
  }

  /** Inside a block with its own context and names (`as |item index|`). */
  inside(context: Use | undefined, names: ReadonlyArray<string> = []): Scope {
    // A block whose context is already `this` adds no level for `../`.
    const contexts =
      context !== undefined && context === this.contexts[0]
        ? this.contexts
        : [context, ...this.contexts]
    const declared = new Map(
      names.map((name, position) => [name, position === 0 ? context : undefined])
    )
    return new Scope(
      this.root,
      contexts,
      names.length === 0 ? this.declared : [declared, ...this.declared]
    )
  }

  /** Whether the path begins with a name that an enclosing block declares. */
  declares(path: Path): boolean {
    return this.declaring(path) !== undefined
  }

  /** The data that a path refers to. Undefined if that is unknown or isn't data. */
  find(path: Path): Use | undefined {
    const [first = "", ...rest] = path.parts
    if (path.data) return first === "root" ? this.root.under(rest) : undefined
    const declaring = this.declaring(path)
    return declaring === undefined
      ? this.contexts[path.depth]?.under(path.parts)
      : declaring.get(first)?.under(rest)
  }

  private declaring(path: Path): ReadonlyMap<string, Use | undefined> | undefined {
    const [name] = path.parts
    if (name === undefined || path.depth > 0 || path.data || isScoped(path)) return undefined
    return this.declared.find((names) => names.has(name))
  }
}

/** How a value of the data is used. */
export class Use {
  printed = false
  tested = false
  private readonly members = new Map<string, Use>()
  private item: Use | undefined

  /** `mayBeList`: whether a number may be a list index. At the top level it is a name. */
  constructor(private readonly mayBeList = true) {}

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
