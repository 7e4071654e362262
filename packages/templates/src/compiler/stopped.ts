import type { CompiledSource, TemplateProblem, TemplateSource } from "@telemark/core"
import type { JobStopped } from "./CompilerProcess.js"
import { sourcePathOf } from "./sourcePathOf.js"

const reasonOf = ({ limit, reason }: JobStopped): string =>
  reason === "time"
    ? `takes longer than ${limit} to compile; make it smaller or simpler`
    : `needs more than ${limit} of memory to compile; make it smaller or simpler`

/**
 * The parts that may be the cause: the source of the HTML, or without one the subject and the text.
 */
const suspectsOf = (source: TemplateSource): ReadonlyArray<string> => {
  const path = sourcePathOf(source)
  if (path !== undefined) return [path]
  return [
    ...(source.subject_template === undefined ? [] : ["subject_template"]),
    ...(source.text_body === undefined ? [] : ["text_body"])
  ]
}

export const stoppedSource = (source: TemplateSource, stopped: JobStopped): CompiledSource => {
  const reason = reasonOf(stopped)
  return {
    html: null,
    mjml_source: source.mjml_source ?? null,
    uses: { subject: {}, html: {}, text: {} },
    warnings: [],
    problems: suspectsOf(source).map((path): TemplateProblem => ({ path, reason }))
  }
}
