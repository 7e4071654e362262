import {
  type PartOrigins,
  placeholdersIn,
  type RenderBudget,
  type RenderedParts,
  type RenderOutcome,
  type TemplateContent,
  type TemplateVariant,
  usesOf
} from "@telemark/core"
import type { PreparedParts, TemplateParts } from "../compiler/Job.js"
import { loadTemplate, onOneBudget } from "../handlebars/templateCode.js"
import { RenderRefused } from "../handlebars/templateLimits.js"

type RenderableVariant = Pick<TemplateVariant, "subject_template" | "html" | "text_body">

export interface RenderableContent extends Pick<
  TemplateContent,
  "subject_template" | "html" | "text_body" | "variables"
> {
  readonly locales: Readonly<Record<string, RenderableVariant>>
  /**
   * What stands for the addresses that it uses and the service fills, until the mail is composed.
   */
  readonly links: Readonly<Record<string, string>>
}

const renderableVariant = ({
  html,
  subject_template,
  text_body
}: RenderableVariant): RenderableVariant => ({
  subject_template,
  html,
  text_body
})

/** Without the sources of the HTML, which are as long again. */
export const renderableContent = ({
  html,
  locales,
  subject_template,
  text_body,
  uses,
  variables
}: TemplateContent): RenderableContent => ({
  subject_template,
  html,
  text_body,
  variables,
  links: placeholdersIn(usesOf({ uses, locales })),
  locales: Object.fromEntries(
    Object.entries(locales).map(([tag, variant]) => [tag, renderableVariant(variant)])
  )
})

const lengthOf = ({ html, subject_template, text_body }: RenderableVariant): number =>
  (subject_template?.length ?? 0) + (html?.length ?? 0) + (text_body?.length ?? 0)

/** The length of a template in characters, including all languages and default values. */
export const contentLength = (content: RenderableContent): number =>
  [content, ...Object.values(content.locales)].reduce(
    (total, variant) => total + lengthOf(variant),
    0
  ) +
  Object.entries(content.variables).reduce(
    (total, [path, value]) => total + path.length + value.length,
    0
  )

export const partsFrom = (content: RenderableContent, origins: PartOrigins): TemplateParts => {
  const from = (origin: string | undefined): RenderableVariant | undefined =>
    origin === undefined ? content : content.locales[origin]
  return {
    subject: from(origins.subject)?.subject_template ?? content.subject_template,
    html: from(origins.html)?.html ?? content.html,
    text: origins.text === null ? null : (from(origins.text)?.text_body ?? null)
  }
}

type RenderPart = (data: object) => string

export interface PreparedMail {
  readonly subject: RenderPart
  readonly html: RenderPart
  readonly text: RenderPart | null
}

export const preparedMail = ({ html, subject, text }: PreparedParts): PreparedMail => ({
  subject: loadTemplate(subject),
  html: loadTemplate(html),
  text: text === null ? null : loadTemplate(text)
})

/**
 * Renders a mail. `lacking`: the declared variables without a value. Stops at the first part that
 * fails, since it may have used up the budget.
 */
export const renderMail = (
  mail: PreparedMail,
  data: object,
  lacking: ReadonlyArray<string>,
  shared?: RenderBudget
): RenderOutcome =>
  onOneBudget(() => {
    let rendering: keyof RenderedParts = "subject"
    try {
      const subject = mail.subject(data)
      rendering = "html"
      const html = mail.html(data)
      rendering = "text"
      return {
        _tag: "Rendered",
        parts: { subject, html, text: mail.text === null ? null : mail.text(data) },
        lacking
      }
    } catch (cause) {
      if (!(cause instanceof RenderRefused)) throw cause
      return {
        _tag: "Refused",
        problems: [{ path: "data", reason: `the template's ${rendering} ${cause.reason}` }]
      }
    }
  }, shared)
