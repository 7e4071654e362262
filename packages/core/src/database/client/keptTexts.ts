// Hot path (docs/hot-paths.md): a text is built once, and always the same string afterwards.
import type { Compiler } from "effect/sql/Statement"

/** Statements that begin alike, by what comes next: a literal, or undefined for a parameter. */
interface Beginning {
  readonly next: Map<string | undefined, Beginning>
  text: string | undefined
}

const nothing = (): Beginning => ({ next: new Map(), text: undefined })

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

  const after = ({ next }: Beginning, piece: string | undefined): Beginning => {
    const known = next.get(piece)
    if (known !== undefined) return known
    const made = nothing()
    next.set(piece, made)
    count++
    return made
  }

  const compile: Compiler["compile"] = (statement, withoutTransform) => {
    if (count > maxBeginnings) {
      root = nothing()
      count = 0
    }
    const parameters: Array<unknown> = []
    let beginning = root
    for (const segment of statement.segments) {
      if (segment._tag === "Parameter") {
        beginning = after(beginning, undefined)
        parameters.push(segment.value)
      } else if (segment._tag === "Literal") {
        beginning = after(beginning, segment.value)
        parameters.push(...(segment.params ?? []))
      } else return compiler.compile(statement, withoutTransform)
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
