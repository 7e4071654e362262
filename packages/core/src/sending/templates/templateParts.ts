import { canonicalLocale } from "@telemark/contract"
import type { TemplateProblem, TemplateSource } from "./TemplateEngine.js"

/** The tag and its fall-backs, nearest first (RFC 4647 3.4): `de-Latn-AT`, `de-Latn`, `de`. */
export const fallBackChain = (tag: string): ReadonlyArray<string> => {
  const subtags = (canonicalLocale(tag) ?? "").split("-").filter((subtag) => subtag !== "")
  const chain: Array<string> = []
  for (let length = subtags.length; length > 0; length--) {
    // A single letter introduces what follows it and means nothing by itself.
    if (subtags[length - 1]?.length !== 1) chain.push(subtags.slice(0, length).join("-"))
  }
  return chain
}

interface Parts {
  readonly subject_template?: string | null | undefined
  readonly html?: string | null | undefined
  readonly text_body?: string | null | undefined
}

/** The locale that each part of a mail comes from; undefined: the template itself. */
export interface PartOrigins {
  readonly subject: string | undefined
  readonly html: string | undefined
  /** Null if the text is made from the HTML. */
  readonly text: string | null | undefined
}

const isGiven = (part: string | null | undefined): boolean =>
  part !== undefined && part !== null && part !== ""

/**
 * Chooses the variant of each part for a locale. Text belongs to its HTML: a locale with HTML but
 * no text doesn't get another language's text.
 */
export const chooseParts = (
  base: Parts,
  locales: Readonly<Record<string, Parts>>,
  locale: string | undefined
): PartOrigins => {
  const chain =
    locale === undefined ? [] : fallBackChain(locale).filter((tag) => Object.hasOwn(locales, tag))
  const first = (...parts: ReadonlyArray<keyof Parts>): string | undefined =>
    chain.find((tag) => parts.some((part) => isGiven(locales[tag]?.[part])))
  const writer = first("text_body", "html")
  const variant = writer === undefined ? base : locales[writer]
  return {
    subject: first("subject_template"),
    html: first("html"),
    text: isGiven(variant?.text_body) ? writer : null
  }
}

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
