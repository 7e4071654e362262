import { canonicalLocale } from "./textRules.js"
import { checkedText } from "./validation/text.js"

/** In any case. */
export const Locale = checkedText(
  (tag) =>
    canonicalLocale(tag) === undefined ? "must be a language tag such as de or de-AT" : undefined,
  {
    identifier: "Locale",
    jsonSchema: { type: "string", examples: ["de", "de-AT"] }
  }
)

/** Beside the template's own. */
export const maxLocales = 50

/** How many, valid, each once. */
export const localeProblems = (
  tags: ReadonlyArray<string>
): ReadonlyArray<{ readonly path: ReadonlyArray<string>; readonly issue: string }> => {
  if (tags.length > maxLocales)
    return [{ path: [], issue: `must be at most ${String(maxLocales)}` }]
  const seen = new Set<string>()
  return tags.flatMap((tag) => {
    const canonical = canonicalLocale(tag)
    if (canonical === undefined)
      return [{ path: [tag], issue: "must be a language tag such as de or de-AT" }]
    return seen.size === seen.add(canonical).size
      ? [{ path: [tag], issue: "must be given once" }]
      : []
  })
}
