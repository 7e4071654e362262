/** Part of each token: a later form of tokens gets another number, and old mail keeps its own. */
export const version = 1

/** What follows the version. No two have the same MAC, whatever they are of. */
export const kinds = { open: 1, clickStart: 2, page: 3, clickEnd: 4 } as const

/** Octets of a message's id. */
export const idBytes = 16

/** Octets of a MAC: half of what SHA-256 has, the least that RFC 2104 recommends (section 5). */
export const macBytes = 16

/**
 * Longer addresses are no longer followed by some mail programs; a token with its destination stays
 * below that.
 */
export const maxTokenLength = 2800

export const writeId = (bytes: Buffer, at: number, emailId: string): void => {
  bytes.write(emailId.slice("em_".length), at, "hex")
}

export const readId = (bytes: Buffer, at: number): string =>
  `em_${bytes.toString("hex", at, at + idBytes)}`

const tokenPattern = /^[\w-]+$/

/** The octets of a token; undefined if it isn't base64url, or has fewer. */
export const readToken = (token: string, minBytes: number): Buffer | undefined => {
  if (token.length > maxTokenLength || !tokenPattern.test(token)) return undefined
  const bytes = Buffer.from(token, "base64url")
  // The last character may have bits to spare: otherwise a token could be spelled in several ways.
  return bytes.length < minBytes || bytes.toString("base64url") !== token ? undefined : bytes
}
