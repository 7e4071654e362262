export const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

/** A line of a mail has at most 998 (RFC 5322 2.1.1). */
export const maxSubjectLength = 998

export const maxContent = 1024 * 1024

/** UTF-8. */
export const octets = (text: string): number =>
  isAscii(text) ? text.length : new TextEncoder().encode(text).length

/** At most three octets per UTF-16 code unit: most texts fit without being scanned. */
export const fitsOctets = (text: string, max: number): boolean =>
  text.length * 3 <= max || (text.length <= max && octets(text) <= max)

/** Lists and terminals show a name on one line, and it must not control them. */
export const controlProblem = (text: string): string | undefined =>
  /[\p{Cc}\u2028\u2029]/u.test(text)
    ? "must not contain line breaks or other control characters"
    : undefined

/** Line ends, tabs and other control characters become one space. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").toWellFormed()

/** The beginning, without half of a surrogate pair. */
export const beginningOf = (text: string, max: number): string =>
  text.slice(0, max).replace(/[\ud800-\udbff]$/, "")

/** Not `URL.canParse`: in Node 20, once optimized, it refuses every URL with a letter like `ü`. */
export const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** Undefined if a percent sign begins no escape. */
export const decodedPart = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Not a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** An absolute http or https URL without user information. */
export const parseWebUrl = (text: string): URL | undefined => {
  const url = parseUrl(text)
  if (url === undefined || url.username !== "" || url.password !== "") return undefined
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined
}

const name = "(?:[A-Za-z0-9_-]+(?: +[A-Za-z0-9_-]+)*|'[A-Za-z0-9 _-]+'|\"[A-Za-z0-9 _-]+\")"

const families = new RegExp(`^ *${name}(?: *, *${name})* *$`)

/** They are written into style sheets, where an unclosed quote would swallow the rest. */
export const fontFamilyProblem = (text: string): string | undefined =>
  families.test(text)
    ? undefined
    : "must be font names separated by commas, such as Inter, Arial, sans-serif"

/** RFC 5646 4.4.1. */
const maxTagLength = 35

/** The canonical spelling (RFC 5646), such as `de-AT` of `DE-at`; undefined if it isn't a tag. */
export const canonicalLocale = (tag: string): string | undefined => {
  // First: on megabytes of subtags the pattern overflows its stack.
  if (tag.length > maxTagLength || !/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag))
    return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}
