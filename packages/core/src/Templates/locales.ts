import { Schema } from "effect"

/** The longest tag that RFC 5646 (4.4.1) has anybody expect. */
const longestTag = 35

/** The canonical spelling of a language tag (RFC 5646), such as `de-AT` for `DE-at`; undefined if it isn't one. */
export const canonicalLocale = (tag: string): string | undefined => {
  // The length comes first: of megabytes of subtags the pattern overflows its stack.
  if (tag.length > longestTag || !/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag)) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** A language tag such as `de` or `de-AT`, in any case. */
export const Locale = Schema.String.pipe(
  Schema.filter((tag) => (canonicalLocale(tag) === undefined ? "must be a language tag such as de or de-AT" : undefined), {
    identifier: "Locale",
    jsonSchema: { type: "string", examples: ["de", "de-AT"] }
  })
)

/** How many languages a template may have beside its own. */
export const mostLocales = 50

/** What is wrong with the tags of a template's languages. */
export const localeProblems = (
  tags: ReadonlyArray<string>
): ReadonlyArray<{ readonly path: ReadonlyArray<string>; readonly message: string }> => {
  if (tags.length > mostLocales) return [{ path: [], message: `must be at most ${String(mostLocales)}` }]
  const seen = new Set<string>()
  return tags.flatMap((tag) => {
    const canonical = canonicalLocale(tag)
    if (canonical === undefined) return [{ path: [tag], message: "must be a language tag such as de or de-AT" }]
    return seen.size === seen.add(canonical).size ? [{ path: [tag], message: "must be given once" }] : []
  })
}

/** The tag and what it falls back to, nearest first (RFC 4647 3.4): `de-Latn-AT`, `de-Latn`, `de`. */
export const fallBackChain = (tag: string): ReadonlyArray<string> => {
  const subtags = (canonicalLocale(tag) ?? "").split("-").filter((subtag) => subtag !== "")
  const chain: Array<string> = []
  for (let length = subtags.length; length > 0; length--) {
    // A single letter introduces what follows it and means nothing by itself.
    if (subtags[length - 1]?.length !== 1) chain.push(subtags.slice(0, length).join("-"))
  }
  return chain
}

/** The parts that one language has. */
interface Parts {
  readonly subject_template?: string | null | undefined
  readonly html?: string | null | undefined
  readonly text_body?: string | null | undefined
}

/** Which variant each part of a mail comes from: a locale, or undefined for the template itself. */
export interface PartOrigins {
  readonly subject: string | undefined
  readonly html: string | undefined
  /** Null if the text is to be made from the html. */
  readonly text: string | null | undefined
}

const isGiven = (part: string | null | undefined): boolean => part !== undefined && part !== null && part !== ""

/**
 * Chooses the variant of each part for a locale. Text goes with the html that it was written for: a locale with
 * html and no text doesn't get another language's text.
 */
export const chooseParts = (
  base: Parts,
  locales: Readonly<Record<string, Parts>>,
  locale: string | undefined
): PartOrigins => {
  const chain = locale === undefined ? [] : fallBackChain(locale).filter((tag) => Object.hasOwn(locales, tag))
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
