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
