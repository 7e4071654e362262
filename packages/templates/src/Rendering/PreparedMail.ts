import type { PartOrigins, RenderedParts, RenderOutcome, TemplateContent, TemplateProblem, TemplateVariant } from "@telemark/core"
import type { PreparedParts, TemplateParts } from "../Compiler/index.js"
import { loadTemplate, RenderRefused } from "../Handlebars/index.js"

/** What rendering needs of one language. */
type RenderableVariant = Pick<TemplateVariant, "subject_template" | "html" | "text_body">

/** What rendering needs of a template. */
export interface RenderableContent extends Pick<TemplateContent, "subject_template" | "html" | "text_body" | "variables"> {
  readonly locales: Readonly<Record<string, RenderableVariant>>
}

const renderableVariant = ({ html, subject_template, text_body }: RenderableVariant): RenderableVariant => ({
  subject_template, html, text_body
})

/** Leaves out the sources that the html was made from: they are as long again. */
export const renderableContent = ({ html, locales, subject_template, text_body, variables }: TemplateContent): RenderableContent => ({
  subject_template, html, text_body, variables,
  locales: Object.fromEntries(Object.entries(locales).map(([tag, variant]) => [tag, renderableVariant(variant)]))
})

const lengthOf = ({ html, subject_template, text_body }: RenderableVariant): number =>
  (subject_template?.length ?? 0) + (html?.length ?? 0) + (text_body?.length ?? 0)

/** The characters of a template, all languages together. */
export const contentLength = (content: RenderableContent): number =>
  [content, ...Object.values(content.locales)].reduce((total, variant) => total + lengthOf(variant), 0)

/** The parts that were chosen. */
export const partsFrom = (content: RenderableContent, origins: PartOrigins): TemplateParts => {
  const from = (origin: string | undefined): RenderableVariant | undefined =>
    origin === undefined ? content : content.locales[origin]
  return {
    subject: from(origins.subject)?.subject_template ?? content.subject_template,
    html: from(origins.html)?.html ?? content.html,
    text: origins.text === null ? null : from(origins.text)?.text_body ?? null
  }
}

type RenderPart = (data: object) => string

/** The parts of a mail as functions of data. */
export interface PreparedMail {
  readonly subject: RenderPart
  readonly html: RenderPart
  readonly text: RenderPart | null
}

/** Makes functions of code that the compiler returned. */
export const preparedMail = ({ html, subject, text }: PreparedParts): PreparedMail => ({
  subject: loadTemplate(subject),
  html: loadTemplate(html),
  text: text === null ? null : loadTemplate(text)
})

/** Renders a mail. All parts are tried, so that all that is wrong is told at once. */
export const renderMail = (mail: PreparedMail, data: object): RenderOutcome => {
  const problems: Array<TemplateProblem> = []
  const attempt = (part: keyof RenderedParts, render: RenderPart): string => {
    try {
      return render(data)
    } catch (cause) {
      if (!(cause instanceof RenderRefused)) throw cause
      problems.push({ path: "data", reason: `the template's ${part} ${cause.reason}` })
      return ""
    }
  }
  const parts: RenderedParts = {
    subject: attempt("subject", mail.subject),
    html: attempt("html", mail.html),
    text: mail.text === null ? null : attempt("text", mail.text)
  }
  return problems.length === 0 ? { _tag: "Rendered", parts } : { _tag: "Refused", problems }
}
