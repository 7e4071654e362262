import { type Names, namesOf } from "./names.js"

/** A block to compile. */
export interface Source {
  readonly code: string
  readonly isTsx: boolean
  /** What its reader has already, the nearest first. */
  readonly applications: ReadonlyArray<Application>
}

/** A module that declares what the reader's application has. */
export interface Application {
  readonly names: ReadonlySet<string>
  readonly specifier: string
}

/** A block as a module of its own. */
export interface Module {
  /**
   * The block, with what it takes from elsewhere before its first line, and what it gives to others
   * behind its last.
   */
  readonly code: string
  /** How many characters stand before it on its first line. */
  readonly before: number
}

/** The specifier of the module that a block becomes, by its place on the page. */
export type Specifier = (index: number) => string

/**
 * The import that brings a name from the nearest block before this one, or from the application.
 */
const bringing = (
  name: string,
  earlier: ReadonlyArray<Names>,
  applications: ReadonlyArray<Application>,
  specifier: Specifier
): string | undefined => {
  for (const [index, names] of [...earlier.entries()].reverse()) {
    const again = names.imported.get(name)
    if (again !== undefined) return again
    if (names.declared.has(name)) return `import { ${name} } from "${specifier(index)}"`
  }
  const application = applications.find(({ names }) => names.has(name))
  return application === undefined
    ? undefined
    : `import { ${name} } from "${application.specifier}"`
}

/**
 * The blocks of a page as modules that compile as a reader takes them: what a block before has
 * imported or declared is there, and so is what the page says that the reader's application has.
 */
export const modulesOf = (
  sources: ReadonlyArray<Source>,
  specifier: Specifier
): ReadonlyArray<Module> => {
  const all = sources.map((source) => namesOf(source.code, source.isTsx))
  return sources.map(({ applications, code }, index) => {
    const own = all[index]
    if (own === undefined) return { code, before: 0 }
    const wanted = [...own.mentioned].filter(
      (name) => !own.declared.has(name) && !own.imported.has(name)
    )
    const imports = wanted.flatMap(
      (name) => bringing(name, all.slice(0, index), applications, specifier) ?? []
    )
    const before = imports.map((one) => `${one}; `).join("")
    const given = [...own.declared].filter((name) => !own.exported.has(name))
    return { code: `${before}${code}\nexport { ${given.join(", ")} }\n`, before: before.length }
  })
}
