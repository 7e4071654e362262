import { isScoped, type Path } from "./syntax.js"
import type { Use } from "./uses.js"

/** What names mean at one place of a template. Undefined: what it is depends on the data. */
export class Scope {
  private constructor(
    private readonly root: Use,
    /** `this`, then what `../` leads to, and so on. */
    private readonly contexts: ReadonlyArray<Use | undefined>,
    /** The names that blocks around declare, innermost first. */
    private readonly declared: ReadonlyArray<ReadonlyMap<string, Use | undefined>>
  ) {}

  /** Outside of any block. */
  static of(root: Use): Scope {
    return new Scope(root, [root], [])
  }

  /** Inside a block that has a context of its own, and names for it (`as |item index|`). */
  inside(context: Use | undefined, names: ReadonlyArray<string> = []): Scope {
    // A block over what `this` already is adds nothing for `../` to lead out of.
    const contexts = context !== undefined && context === this.contexts[0] ? this.contexts : [context, ...this.contexts]
    const declared = new Map(names.map((name, position) => [name, position === 0 ? context : undefined]))
    return new Scope(this.root, contexts, names.length === 0 ? this.declared : [declared, ...this.declared])
  }

  /** Whether the path begins with a name that a block around declares. */
  declares(path: Path): boolean {
    return this.declaring(path) !== undefined
  }

  /** What a path leads to; undefined if that isn't known, or isn't data. */
  find(path: Path): Use | undefined {
    const [first = "", ...rest] = path.parts
    if (path.data) return first === "root" ? this.root.under(rest) : undefined
    const declaring = this.declaring(path)
    return declaring === undefined ? this.contexts[path.depth]?.under(path.parts) : declaring.get(first)?.under(rest)
  }

  private declaring(path: Path): ReadonlyMap<string, Use | undefined> | undefined {
    const [name] = path.parts
    if (name === undefined || path.depth > 0 || path.data || isScoped(path)) return undefined
    return this.declared.find((names) => names.has(name))
  }
}
