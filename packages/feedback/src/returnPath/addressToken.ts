import { isMacOf, writeMac } from "@telemark/core"

/** RFC 4648 6, in lower case: local parts come back in any case. */
const alphabet = "abcdefghijklmnopqrstuvwxyz234567"

const idBytes = 16
const macBytes = 8
/** 24 bytes in base32. */
const tokenPattern = /^[a-z2-7]{39}$/

const toBase32 = (bytes: Uint8Array): string => {
  let [text, buffer, bits] = ["", 0, 0]
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffff
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(buffer >> (bits - 5)) & 31] ?? ""
  }
  return bits === 0 ? text : text + (alphabet[(buffer << (5 - bits)) & 31] ?? "")
}

const fromBase32 = (text: string): Buffer => {
  const bytes = Buffer.alloc(Math.floor((text.length * 5) / 8))
  let [buffer, bits, at] = [0, 0, 0]
  for (const character of text) {
    buffer = ((buffer << 5) | alphabet.indexOf(character)) & 0xffff
    bits += 5
    if (bits < 8) continue
    bytes[at++] = (buffer >> (bits -= 8)) & 0xff
  }
  return bytes
}

/** What an address with a token is for. A token of one purpose is none of the other. */
export type TokenPurpose = "return path" | "unsubscribe"

/** Part of the MAC. Return paths had none before there was another purpose. */
const labels: Readonly<Record<TokenPurpose, string>> = {
  "return path": "",
  unsubscribe: "unsubscribe"
}

/** A message's token in a local part: its id and a MAC of it, 39 characters of base32. */
export const addressToken = (purpose: TokenPurpose, key: Uint8Array, emailId: string): string => {
  const label = labels[purpose]
  const bytes = Buffer.allocUnsafe(label.length + idBytes + macBytes)
  bytes.write(label, "latin1")
  bytes.write(emailId.slice("em_".length), label.length, "hex")
  writeMac(key, bytes, label.length + idBytes, macBytes)
  return toBase32(bytes.subarray(label.length))
}

/**
 * The id in a token, in whatever case it came back. Undefined if no key of `keys` made it for this
 * purpose.
 */
export const emailIdOfAddressToken = (
  purpose: TokenPurpose,
  keys: ReadonlyArray<Uint8Array>,
  token: string
): string | undefined => {
  const text = token.length === 39 ? token.toLowerCase() : ""
  if (!tokenPattern.test(text)) return undefined
  const bytes = fromBase32(text)
  // The last character has bits to spare: otherwise a token could be spelled in several ways.
  if (toBase32(bytes) !== text) return undefined
  const content = Buffer.concat([Buffer.from(labels[purpose]), bytes.subarray(0, idBytes)])
  return isMacOf(keys, content, bytes.subarray(idBytes))
    ? `em_${bytes.toString("hex", 0, idBytes)}`
    : undefined
}
