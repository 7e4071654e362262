import { canonicalLocale } from "@telemark/contract"

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
