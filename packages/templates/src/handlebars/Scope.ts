import { isScoped, type Path } from "./syntax.js"
import type { Use } from "./uses.js"

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
