import { Schema } from "effect"

/** The longest tag that implementations must expect (RFC 5646 4.4.1). */
const maxTagLength = 35

/**
 * Converts a language tag (RFC 5646) to its canonical spelling, such as `DE-at` to `de-AT`;
 * undefined if it isn't one.
 */
export const canonicalLocale = (tag: string): string | undefined => {
  // Check the length first: on megabytes of subtags the pattern overflows its stack.
  if (tag.length > maxTagLength || !/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag))
    return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** A language tag such as `de` or `de-AT`, in any case. */
export const Locale = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (tag) =>
        canonicalLocale(tag) === undefined
          ? "must be a language tag such as de or de-AT"
          : undefined,
      {
        identifier: "Locale",
        jsonSchema: { type: "string", examples: ["de", "de-AT"] }
      }
    )
  )
)

/** Maximum number of a template's languages beside its own. */
export const maxLocales = 50

/** Checks the language tags of a template: how many, valid, each once. */
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
