import type { VariableUses } from "@telemark/core"
import { Inspection } from "./Inspection.js"
import { explainSyntaxError, readTemplate } from "./readTemplate.js"
import { precompileTemplate } from "./templateCode.js"
import { maxCodeLength } from "./templateLimits.js"

interface Inspected {
  /**
   * Each says what to do, with the line if it is known. If there are any, the template can't be
   * precompiled.
   */
  readonly problems: ReadonlyArray<string>
  /** Incomplete if the template couldn't be read. */
  readonly uses: VariableUses
}

/**
 * Inspects a template before it is stored. A hostile one takes seconds: call it only in compiler
 * processes.
 */
export const inspectTemplate = (
  source: string,
  options: { readonly escape: boolean }
): Inspected => {
  const reading = readTemplate(source)
  if ("problem" in reading) return { problems: [reading.problem], uses: {} }
  const inspection = new Inspection()
  inspection.template(reading.program)
  const problems = inspection.problems.all
  return {
    problems: problems.length > 0 ? problems : compilationProblems(source, options),
    uses: inspection.root.byName()
  }
}

/** Worth the time: otherwise a template could be stored that can never be rendered. */
const compilationProblems = (
  source: string,
  options: { readonly escape: boolean }
): ReadonlyArray<string> => {
  try {
    const { length } = precompileTemplate(source, options)
    return length > maxCodeLength
      ? ["takes too much code to render; use fewer tags and shorter paths"]
      : []
  } catch (cause) {
    return [explainSyntaxError(cause)]
  }
}
