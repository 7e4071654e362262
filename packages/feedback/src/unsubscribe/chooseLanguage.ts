import { de } from "./texts.de.js"
import { en, type Texts } from "./texts.en.js"

/** By primary subtag. The first one is for readers of none of them. */
const languages: Readonly<Record<string, Texts>> = { en, de }

export interface Language {
  readonly texts: Texts
  /** As it was asked for, such as `de-AT`: for the sender's own translations. */
  readonly tag: string
}

/** A browser's are far shorter. */
const maxLength = 1_000
const maxEntries = 50

interface Wish {
  readonly tag: string
  readonly weight: number
}

const wishOf = (entry: string): Wish | undefined => {
  const [, tag, weight = "1"] =
    /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8}){0,8}|\*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i.exec(
      entry
    ) ?? []
  return tag === undefined ? undefined : { tag, weight: Math.min(1, Number(weight)) }
}

/** The first of the wished languages (RFC 9110 12.5.4) that the pages have, else English. */
export const chooseLanguage = (acceptLanguage: string | undefined): Language => {
  const wishes = (acceptLanguage ?? "")
    .slice(0, maxLength)
    .split(",", maxEntries)
    .flatMap((entry) => wishOf(entry) ?? [])
  // Of equal weights, the first is wished more: sorting is stable.
  const wanted = wishes
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  for (const { tag } of wanted) {
    const primary = tag === "*" ? "en" : (tag.split("-", 1)[0]?.toLowerCase() ?? "")
    const texts = Object.hasOwn(languages, primary) ? languages[primary] : undefined
    if (texts !== undefined) return { texts, tag: tag === "*" ? "en" : tag }
  }
  return { texts: en, tag: "en" }
}
