import { isMacOf, writeMac } from "@telemark/core"
import { idBytes, kinds, macBytes, readId, readToken, version, writeId } from "./tokenBytes.js"

/** What an address of a message is for. A token of one kind is none of another. */
export type LinkKind = "open" | "page"

const headBytes = 2
const end = headBytes + idBytes

/** Where tokens are made: a buffer for each would be objects for the garbage collector. */
const scratch = Buffer.allocUnsafeSlow(end + macBytes)

/**
 * A token in base64url: version, kind, the message's id, and the first 16 octets of an HMAC-SHA-256
 * of these. The same input gives the same token, so that a message has the same bytes each time it
 * is composed.
 */
export const linkToken = (key: Uint8Array, kind: LinkKind, emailId: string): string => {
  scratch[0] = version
  scratch[1] = kinds[kind]
  writeId(scratch, headBytes, emailId)
  writeMac(key, scratch, end, macBytes)
  return scratch.toString("base64url")
}

/** The id of the message that a token of this kind names. Undefined if no key of `keys` made it. */
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
