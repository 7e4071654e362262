import { isMacOf, writeMac } from "@telemark/core"

export interface LinkFrame {
  /** Addresses begin with the first; all of them lead here. Without a slash at their end. */
  readonly bases: readonly [string, ...ReadonlyArray<string>]
  /** A slash for hosts that put one at the end of every path. */
  readonly ending: "" | "/"
}

/** Of tokens: a later form gets another number, and old mail keeps its own. */
export const version = 1

/** No two have the same MAC, whatever they are of. */
export const kinds = { open: 1, clickStart: 2, page: 3, clickEnd: 4 } as const

export const idBytes = 16

/** Half of what SHA-256 has, the least that RFC 2104 5 recommends. */
export const macBytes = 16

/** Some mail programs follow no longer addresses; a token with its destination stays below that. */
export const maxTokenLength = 2800

export const writeId = (bytes: Buffer, at: number, emailId: string): void => {
  bytes.write(emailId.slice("em_".length), at, "hex")
}

export const readId = (bytes: Buffer, at: number): string =>
  `em_${bytes.toString("hex", at, at + idBytes)}`

const tokenPattern = /^[\w-]+$/

/** Undefined if it isn't base64url, or has fewer octets. */
export const readToken = (token: string, minBytes: number): Buffer | undefined => {
  if (token.length > maxTokenLength || !tokenPattern.test(token)) return undefined
  const bytes = Buffer.from(token, "base64url")
  // Otherwise a token could be spelled in several ways: its last character may have bits to spare.
  return bytes.length < minBytes || bytes.toString("base64url") !== token ? undefined : bytes
}

/** What an address of a message is for. A token of one kind is none of another. */
export type LinkKind = "open" | "page"

const headBytes = 2
const end = headBytes + idBytes

/** A buffer for each token would be objects for the garbage collector. */
const scratch = Buffer.allocUnsafeSlow(end + macBytes)

/**
 * A token in base64url: version, kind, the message's id, and the first 16 octets of an HMAC-SHA-256
 * of these. The same input gives the same token: a message has the same bytes each time it is
 * composed.
 */
export const linkToken = (key: Uint8Array, kind: LinkKind, emailId: string): string => {
  scratch[0] = version
  scratch[1] = kinds[kind]
  writeId(scratch, headBytes, emailId)
  writeMac(key, scratch, end, macBytes)
  return scratch.toString("base64url")
}

/** Undefined if no key of `keys` made it. */
export const readLinkToken = (
  keys: ReadonlyArray<Uint8Array>,
  kind: LinkKind,
  token: string
): string | undefined => {
  const bytes = readToken(token, end + macBytes)
  if (bytes?.length !== end + macBytes || bytes[0] !== version || bytes[1] !== kinds[kind])
    return undefined
  return isMacOf(keys, bytes.subarray(0, end), bytes.subarray(end))
    ? readId(bytes, headBytes)
    : undefined
}
