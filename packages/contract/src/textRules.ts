/** Whether a text has no character beyond ASCII. */
export const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

/** Characters. A line of a mail has at most 998 (RFC 5322 2.1.1). */
export const maxSubjectLength = 998

/** Maximum octets of a mail's html, and of its text. */
export const maxContent = 1024 * 1024

/** Octets of a text in UTF-8, which the limits of mail count. */
export const octets = (text: string): number =>
  isAscii(text) ? text.length : new TextEncoder().encode(text).length

/**
 * UTF-8 takes at most three octets per UTF-16 code unit, so most texts fit without being scanned.
 */
export const fitsOctets = (text: string, max: number): boolean =>
  text.length * 3 <= max || (text.length <= max && octets(text) <= max)

/**
 * Refuses control characters: lists and terminals show a name on one line, and it must not control
 * them.
 */
export const controlProblem = (text: string): string | undefined =>
  /[\p{Cc}\u2028\u2029]/u.test(text)
    ? "must not contain line breaks or other control characters"
    : undefined

/** Replaces line ends, tabs and other control characters by one space, for example in subjects. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").toWellFormed()

/**
 * Parses a URL; undefined if invalid. Used instead of `URL.canParse`, which in Node 20, once
 * optimized, refuses every URL with a letter like `ü`.
 */
export const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * Parses the address of a web page: an absolute http or https URL without user information.
 * Undefined for anything else.
 */
export const parseWebUrl = (text: string): URL | undefined => {
  const url = parseUrl(text)
  if (url === undefined || url.username !== "" || url.password !== "") return undefined
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined
}

const name = "(?:[A-Za-z0-9_-]+(?: +[A-Za-z0-9_-]+)*|'[A-Za-z0-9 _-]+'|\"[A-Za-z0-9 _-]+\")"

const families = new RegExp(`^ *${name}(?: *, *${name})* *$`)

/**
 * Checks a list of font names. They are written into style sheets, where an unclosed quote would
 * swallow the rest.
 */
export const fontFamilyProblem = (text: string): string | undefined =>
  families.test(text)
    ? undefined
    : "must be font names separated by commas, such as Inter, Arial, sans-serif"
