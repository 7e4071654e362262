import { createHmac, timingSafeEqual } from "node:crypto"

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

export interface LinkToken {
  readonly email_id: string
  /** Where a click leads; empty for other kinds. */
  readonly destination: string
}

const macOf = (key: Uint8Array, payload: Uint8Array): Buffer => createHmac("sha256", key).update(payload).digest().subarray(0, macBytes)

/**
 * A token in base64url: version, kind, the message's id, the destination, and the first 16 octets of an HMAC-SHA-256 of these. The same input gives the
 * same token, so that a message has the same bytes each time it is composed.
 */
export const linkToken = (key: Uint8Array, kind: LinkKind, { destination, email_id }: LinkToken): string => {
  const head = Buffer.from([version, numbers[kind]])
  const payload = Buffer.concat([head, Buffer.from(email_id.slice("em_".length), "hex"), Buffer.from(destination, "utf8")])
  return Buffer.concat([payload, macOf(key, payload)]).toString("base64url")
}

/** What a token of this kind says. Undefined if no key of `keys` made it. */
export const readLinkToken = (keys: ReadonlyArray<Uint8Array>, kind: LinkKind, token: string): LinkToken | undefined => {
  if (token.length > maxTokenLength || !tokenPattern.test(token)) return undefined
  const bytes = Buffer.from(token, "base64url")
  // The last character may have bits to spare: otherwise a token could be spelled in several ways.
  if (bytes.length < minBytes || bytes[0] !== version || bytes[1] !== numbers[kind] || bytes.toString("base64url") !== token) return undefined
  const [payload, mac] = [bytes.subarray(0, -macBytes), bytes.subarray(-macBytes)]
  if (!keys.some((key) => timingSafeEqual(macOf(key, payload), mac))) return undefined
  return {
    email_id: `em_${payload.toString("hex", headBytes, headBytes + idBytes)}`,
    destination: payload.toString("utf8", headBytes + idBytes)
  }
}
