const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

/** A subject is one line of a mail, which may have 998 characters (RFC 5322 2.1.1). */
export const maxSubjectLength = 998

/** How many octets the html, or the text, of a mail may take. */
export const maxContent = 1024 * 1024

/** How many octets text takes in UTF-8, which is what the limits of mail count. */
export const octets = (text: string): number => (isAscii(text) ? text.length : new TextEncoder().encode(text).length)

/** UTF-8 takes at most three octets for a code unit: most texts are known to fit without being looked at. */
export const fitsOctets = (text: string, max: number): boolean => text.length * 3 <= max || (text.length <= max && octets(text) <= max)
