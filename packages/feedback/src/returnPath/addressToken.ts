import { isMacOf, writeMac } from "@telemark/core"

/** RFC 4648 6, in lower case: local parts come back in any case. */
const alphabet = "abcdefghijklmnopqrstuvwxyz234567"

const idBytes = 16
const macBytes = 8
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

/** A token of one purpose is none of the other. */
type TokenPurpose = "return path" | "unsubscribe"

/** Return paths had none before there was another purpose. */
const labels: Readonly<Record<TokenPurpose, string>> = {
  "return path": "",
  unsubscribe: "unsubscribe"
}

/** An id and a MAC of it, 39 characters of base32. */
const addressToken = (purpose: TokenPurpose, key: Uint8Array, emailId: string): string => {
  const label = labels[purpose]
  const bytes = Buffer.allocUnsafe(label.length + idBytes + macBytes)
  bytes.write(label, "latin1")
  bytes.write(emailId.slice("em_".length), label.length, "hex")
  writeMac(key, bytes, label.length + idBytes, macBytes)
  return toBase32(bytes.subarray(label.length))
}

/** In whatever case it came back. Undefined if no key of `keys` made it for this purpose. */
const emailIdOfAddressToken = (
  purpose: TokenPurpose,
  keys: ReadonlyArray<Uint8Array>,
  token: string
): string | undefined => {
  const text = token.length === 39 ? token.toLowerCase() : ""
  if (!tokenPattern.test(text)) return undefined
  const bytes = fromBase32(text)
  // Otherwise a token could be spelled in several ways: its last character has bits to spare.
  if (toBase32(bytes) !== text) return undefined
  const content = Buffer.concat([Buffer.from(labels[purpose]), bytes.subarray(0, idBytes)])
  return isMacOf(keys, content, bytes.subarray(idBytes))
    ? `em_${bytes.toString("hex", 0, idBytes)}`
    : undefined
}

/** The token in a message's return path, which names it when its bounce comes back. */
export const returnPathToken = (key: Uint8Array, emailId: string): string =>
  addressToken("return path", key, emailId)

/** The id in a return path's token, in whatever case. Undefined if no key of `keys` made it. */
export const emailIdOfToken = (
  keys: ReadonlyArray<Uint8Array>,
  token: string
): string | undefined => emailIdOfAddressToken("return path", keys, token)

export const unsubscribePrefix = "u+"

/** The address to which mail unsubscribes a message's recipient. `host` is that of return paths. */
export const unsubscribeAddress = (key: Uint8Array, emailId: string, host: string): string =>
  `${unsubscribePrefix}${addressToken("unsubscribe", key, emailId)}@${host}`

export const emailIdOfUnsubscribeToken = (
  keys: ReadonlyArray<Uint8Array>,
  token: string
): string | undefined => emailIdOfAddressToken("unsubscribe", keys, token)

const patterns: Readonly<Record<TokenPurpose, RegExp>> = {
  "return path": /(?<![\w.+-])b\+([a-z2-7]{39})@/gi,
  unsubscribe: /(?<![\w.+-])u\+([a-z2-7]{39})@/gi
}

/** More are a collection of messages, or somebody's attempts. */
const maxTokens = 50

/** Fields that name who a message was delivered to. */
const addressee =
  /^(?:delivered-to|x-original-to|x-delivered-to|envelope-to|x-envelope-to|to|cc)[ \t]*:/i

const tokensIn = (pattern: RegExp, text: string): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const [, token = ""] of text.matchAll(pattern)) {
    found.add(token.toLowerCase())
    if (found.size === maxTokens) break
  }
  return [...found]
}

const verified = (
  purpose: TokenPurpose,
  keys: ReadonlyArray<Uint8Array>,
  text: string
): ReadonlyArray<string> => [
  ...new Set(
    tokensIn(patterns[purpose], text).flatMap(
      (token) => emailIdOfAddressToken(purpose, keys, token) ?? []
    )
  )
]

const textOf = (source: Uint8Array): string =>
  Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString("latin1")

const addresseesIn = (text: string): string => {
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  return text
    .slice(0, end)
    .split(/\r?\n(?![ \t])/)
    .filter((field) => addressee.test(field))
    .join("\n")
}

/**
 * The ids in the return paths that a message came to, in Delivered-To, X-Original-To, Envelope-To,
 * To and Cc; if there are none, the only one that its text contains, as in the returned
 * Return-Path.
 */
export const emailIdsIn = (
  keys: ReadonlyArray<Uint8Array>,
  source: Uint8Array
): ReadonlyArray<string> => {
  if (keys.length === 0) return []
  const text = textOf(source)
  const ids = verified("return path", keys, addresseesIn(text))
  if (ids.length > 0) return ids
  const others = verified("return path", keys, text)
  return others.length === 1 ? others : []
}

/**
 * The ids in the addresses for unsubscribing that a message was sent to. Elsewhere, as in the
 * List-Unsubscribe of a mail that a bounce returns, they say nothing of the sender's wish.
 */
export const unsubscribeIdsIn = (
  keys: ReadonlyArray<Uint8Array>,
  source: Uint8Array
): ReadonlyArray<string> =>
  keys.length === 0 ? [] : verified("unsubscribe", keys, addresseesIn(textOf(source)))
