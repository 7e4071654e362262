// Hot path (docs/hot-paths.md): a text is built once, and always the same string afterwards.
import type { Compiler, Segment } from "effect/sql/Statement"

/** What statements that begin alike have next. */
interface Beginning {
  readonly literals: Map<string, Beginning>
  parameter: Beginning | undefined
  text: string | undefined
}

const nothing = (): Beginning => ({ literals: new Map(), parameter: undefined, text: undefined })

/** A few thousand, unless callers make up texts. */
const maxBeginnings = 50_000

/**
 * A compiler that keeps the texts it made of literals and parameters. Building one and looking it up
 * among prepared statements, for which a new string is hashed, took 15 µs a statement of a mail
 * that comes alone.
 */
export const keptTexts = (compiler: Compiler): Compiler => {
  let root = nothing()
  let count = 0

  const after = (beginning: Beginning, segment: Segment): Beginning | undefined => {
    if (segment._tag === "Literal") {
      const known = beginning.literals.get(segment.value)
      if (known !== undefined) return known
      const next = nothing()
      beginning.literals.set(segment.value, next)
      count++
      return next
    }
    if (segment._tag !== "Parameter") return undefined
    if (beginning.parameter === undefined) {
      beginning.parameter = nothing()
      count++
    }
    return beginning.parameter
  }

  const compile: Compiler["compile"] = (statement, withoutTransform) => {
    if (count > maxBeginnings) {
      root = nothing()
      count = 0
    }
    const parameters: Array<unknown> = []
    let beginning: Beginning | undefined = root
    for (const segment of statement.segments) {
      beginning = after(beginning, segment)
      if (beginning === undefined) return compiler.compile(statement, withoutTransform)
      if (segment._tag === "Parameter") parameters.push(segment.value)
      else if (segment._tag === "Literal" && segment.params !== undefined)
        parameters.push(...segment.params)
    }
    beginning.text ??= compiler.compile(statement, withoutTransform)[0]
    return [beginning.text, parameters]
  }

  return {
    dialect: compiler.dialect,
    compile,
    // Names of storage are never transformed.
    get withoutTransform() {
      return this
    }
  }
}
