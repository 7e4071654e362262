import type { TemplateProblem, TemplateSource } from "./TemplateEngine.js"
import { chooseParts } from "./locales.js"

/** The parts of one language in a request; null and undefined both mean that a part isn't given. */
export type GivenParts<Design> = {
  readonly [Part in "subject_template" | "mjml_source" | "html" | "text_body"]?:
    | string
    | null
    | undefined
} & { readonly design_json?: Design | null | undefined }

export const hasSource = (parts: GivenParts<unknown>): boolean =>
  (parts.mjml_source ?? parts.html ?? parts.design_json ?? undefined) !== undefined

export const togetherProblems = (
  parts: GivenParts<unknown>,
  path = ""
): ReadonlyArray<TemplateProblem> =>
  typeof parts.html === "string" &&
  (parts.mjml_source ?? parts.design_json ?? undefined) !== undefined
    ? [
        {
          path: `${path}html`,
          reason: "can't be combined with mjml_source or design_json: give one of them"
        }
      ]
    : []

/** The source to compile. A design beside MJML is only stored, as an editor's state. */
export const toSource = (parts: GivenParts<TemplateSource["design_json"]>): TemplateSource => ({
  ...(typeof parts.subject_template === "string"
    ? { subject_template: parts.subject_template }
    : {}),
  ...(typeof parts.mjml_source === "string"
    ? { mjml_source: parts.mjml_source }
    : typeof parts.html === "string"
      ? { html: parts.html }
      : parts.design_json
        ? { design_json: parts.design_json }
        : {}),
  ...(parts.text_body ? { text_body: parts.text_body } : {})
})

const sourceMembers = ["mjml_source", "design_json", "html"] as const

/** The parts of a mail in this language, each from the variant that it falls back to. */
export const partsFor = <Design>(
  base: GivenParts<Design>,
  locales: Readonly<Record<string, GivenParts<Design>>>,
  locale: string | undefined
): GivenParts<Design> => {
  const summaryOf = (parts: GivenParts<Design>) => ({
    ...parts,
    html: hasSource(parts) ? "made of its source" : null
  })
  const summaries = Object.fromEntries(
    Object.entries(locales).map(([tag, parts]) => [tag, summaryOf(parts)])
  )
  const origins = chooseParts(summaryOf(base), summaries, locale)
  const from = (origin: string | undefined): GivenParts<Design> =>
    origin === undefined ? base : (locales[origin] ?? {})
  return {
    ...Object.fromEntries(sourceMembers.map((member) => [member, from(origins.html)[member]])),
    subject_template: from(origins.subject).subject_template,
    text_body: origins.text === null ? undefined : from(origins.text).text_body
  }
}
