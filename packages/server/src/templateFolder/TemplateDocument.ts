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

/** By path with `/` as separator. */
export type Files = ReadonlyMap<string, string>

export const fileNames = {
  settings: "template.json",
  mjml_source: "source.mjml",
  html: "source.html",
  design_json: "design.json",
  text_body: "text.txt"
} as const

const knownFile =
  /^(?:locales\/[^/]+\/)?(?:template\.json|source\.mjml|source\.html|design\.json|text\.txt)$/

export const isKnownFile = (path: string): boolean => knownFile.test(path)

/** They identify a block or design; all others are in alphabetical order. */
const first = ["schema_version", "id", "type", "name", "subject_template"]

const rankOf = (name: string): number => {
  const rank = first.indexOf(name)
  return rank < 0 ? first.length : rank
}

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).sort(
    ([one], [other]) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1)
  )
  return Object.fromEntries(entries.map(([name, member]) => [name, inOrder(member)]))
}

/** Equal values give equal texts, in whatever order a database or an editor stores members. */
const jsonText = (value: unknown): string => `${JSON.stringify(inOrder(value), null, 2)}\n`

const filesOfParts = (
  parts: DocumentParts,
  settings: object | undefined,
  folder: string
): ReadonlyArray<readonly [string, string]> => {
  const texts: ReadonlyArray<readonly [string, string | null]> = [
    [fileNames.settings, settings === undefined ? null : jsonText(settings)],
    [fileNames.mjml_source, parts.mjml_source],
    [fileNames.design_json, parts.design_json === null ? null : jsonText(parts.design_json)],
    [fileNames.html, parts.html],
    [fileNames.text_body, parts.text_body]
  ]
  return texts.flatMap(([name, text]) => (text === null ? [] : [[`${folder}${name}`, text]]))
}

export const filesOf = ({
  locales,
  name,
  subject_template,
  variables,
  ...document
}: TemplateDocument): Files =>
  new Map([
    ...filesOfParts({ ...document, subject_template }, { name, subject_template, variables }, ""),
    ...Object.entries(locales).flatMap(([tag, parts]) =>
      filesOfParts(
        parts,
        parts.subject_template === null ? undefined : { subject_template: parts.subject_template },
        `locales/${tag}/`
      )
    )
  ])

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Formatting alone isn't a change. */
export const unformatted = (files: Files): Files =>
  new Map(
    [...files].map(([path, text]) => {
      const value = path.endsWith(".json") ? parsed(text) : undefined
      return [path, value === undefined ? text : jsonText(value)]
    })
  )
