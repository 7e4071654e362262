import { writeMac } from "@telemark/feedback"
import { timingSafeEqual } from "node:crypto"

/** What an address in a mail is for. A token of one kind is none of another. */
export type LinkKind = "open" | "click" | "page"

/** Part of each token: a later form of tokens gets another number, and old mail keeps its own. */
const version = 1
const numbers: Readonly<Record<LinkKind, number>> = { open: 1, click: 2, page: 3 }

const headBytes = 2
const idBytes = 16
const macBytes = 16
const minBytes = headBytes + idBytes + macBytes

/** Longer addresses are no longer followed by some mail programs; a token with its destination stays below that. */
export const maxTokenLength = 2800

const tokenPattern = /^[\w-]+$/

/** Where tokens are made: a buffer for each would be a dozen objects a mail for the garbage collector. */
const scratch = Buffer.allocUnsafeSlow(minBytes + 3 * maxTokenLength)

export interface LinkToken {
  readonly email_id: string
  /** Where a click leads; empty for other kinds. */
  readonly destination: string
}

/**
 * A token in base64url: version, kind, the message's id, the destination, and the first 16 octets of an HMAC-SHA-256 of these. The same input gives the
 * same token, so that a message has the same bytes each time it is composed.
 */
export const linkToken = (key: Uint8Array, kind: LinkKind, { destination, email_id }: LinkToken): string => {
  // A UTF-16 unit has at most three octets in UTF-8.
  const bytes = destination.length <= maxTokenLength ? scratch : Buffer.allocUnsafe(minBytes + 3 * destination.length)
  bytes[0] = version
  bytes[1] = numbers[kind]
  bytes.write(email_id.slice("em_".length), headBytes, "hex")
  const end = headBytes + idBytes + bytes.write(destination, headBytes + idBytes, "utf8")
  writeMac(key, bytes, end, macBytes)
  return bytes.toString("base64url", 0, end + macBytes)
}

/** What a token of this kind says. Undefined if no key of `keys` made it. */
export const readLinkToken = (keys: ReadonlyArray<Uint8Array>, kind: LinkKind, token: string): LinkToken | undefined => {
  if (token.length > maxTokenLength || !tokenPattern.test(token)) return undefined
  const bytes = Buffer.from(token, "base64url")
  // The last character may have bits to spare: otherwise a token could be spelled in several ways.
  if (bytes.length < minBytes || bytes[0] !== version || bytes[1] !== numbers[kind] || bytes.toString("base64url") !== token) return undefined
  const end = bytes.length - macBytes
  const mac = Buffer.from(bytes.subarray(end))
  const isMadeBy = (key: Uint8Array): boolean => {
    writeMac(key, bytes, end, macBytes)
    return timingSafeEqual(bytes.subarray(end), mac)
  }
  if (!keys.some(isMadeBy)) return undefined
  return {
    email_id: `em_${bytes.toString("hex", headBytes, headBytes + idBytes)}`,
    destination: bytes.toString("utf8", headBytes + idBytes, end)
  }
}
