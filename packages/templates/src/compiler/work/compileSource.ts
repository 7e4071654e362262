import type { CompiledSource, TemplateSource } from "@telemark/core"
import { htmlOf } from "./htmlOf.js"
import { inspectPart } from "./inspectPart.js"

export const compileSource = async (source: TemplateSource): Promise<CompiledSource> => {
  const subject = inspectPart("subject_template", source.subject_template, false)
  const text = inspectPart("text_body", source.text_body, false)
  const { html, mjml_source, problems, uses, warnings } = await htmlOf(source)
  return {
    html,
    mjml_source,
    uses: { subject: subject.uses, html: uses, text: text.uses },
    warnings,
    problems: [...subject.problems, ...problems, ...text.problems]
  }
}
