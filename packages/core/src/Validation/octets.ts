const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

/** How many octets text takes in UTF-8, which is what the limits of mail count. */
export const octets = (text: string): number => (isAscii(text) ? text.length : new TextEncoder().encode(text).length)
