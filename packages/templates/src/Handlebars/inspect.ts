import type { VariableUses } from "@telemark/core"
import { Inspection } from "./Inspection.js"
import { maxCodeLength } from "./limits.js"
import { precompileTemplate } from "./precompile.js"
import { explain, read } from "./read.js"

/** What is wrong with a template, and what it uses of its data. */
export interface Inspected {
  /** Say what to do, with the line if it is known. Not empty: it can't be precompiled. */
  readonly problems: ReadonlyArray<string>
  /** As far as it could be read. */
  readonly uses: VariableUses
}

/** Inspects a template before it is kept. Takes up to seconds for a hostile one: only for the compiler's processes. */
export const inspectTemplate = (source: string, options: { readonly escape: boolean }): Inspected => {
  const reading = read(source)
  if ("problem" in reading) return { problems: [reading.problem], uses: {} }
  const inspection = new Inspection()
  inspection.template(reading.program)
  const problems = inspection.problems.all
  return { problems: problems.length > 0 ? problems : compilationProblems(source, options), uses: inspection.root.byName() }
}

/** A template that could be kept and then never be rendered would be worse than the time that this takes. */
const compilationProblems = (source: string, options: { readonly escape: boolean }): ReadonlyArray<string> => {
  try {
    const { length } = precompileTemplate(source, options)
    return length > maxCodeLength ? ["takes too much code to render; use fewer tags and shorter paths"] : []
  } catch (cause) {
    return [explain(cause)]
  }
}
