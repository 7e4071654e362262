import type { Design, Template, TemplateVariantView } from "@telemark/core"

/** In one language. Missing parts are null. */
export interface DocumentParts {
  readonly subject_template: string | null
  readonly mjml_source: string | null
  readonly design_json: Design | null
  readonly html: string | null
  readonly text_body: string | null
}

/** A template as its author writes it: what a save takes, without what a save adds. */
export interface TemplateDocument extends DocumentParts {
  readonly id: string
  readonly name: string
  readonly subject_template: string
  readonly variables: Readonly<Record<string, string>>
  /** By canonical language tag. */
  readonly locales: Readonly<Record<string, DocumentParts>>
}

/**
 * Editors and Git may write a byte order mark and either line ends, which makes no difference to
 * mail.
 */
export const normalText = (text: string): string =>
  text.replace(/^\ufeff+/, "").replace(/\r+\n/g, "\n")

const normal = (text: string | null): string | null => (text === null ? null : normalText(text))

const partsOf = ({
  design_json,
  html,
  mjml_source,
  subject_template,
  text_body
}: TemplateVariantView): DocumentParts => ({
  subject_template,
  mjml_source: normal(mjml_source),
  design_json,
  html: normal(html),
  text_body: normal(text_body)
})

export const documentOf = (template: Template): TemplateDocument => ({
  ...partsOf(template),
  id: template.id,
  name: template.name,
  subject_template: template.subject_template,
  variables: template.variables,
  locales: Object.fromEntries(
    Object.entries(template.locales).map(([tag, variant]) => [tag, partsOf(variant)])
  )
})
