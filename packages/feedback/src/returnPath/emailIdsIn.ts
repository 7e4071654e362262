import { emailIdOfToken } from "./returnPathToken.js"
import { emailIdOfUnsubscribeToken } from "./unsubscribeAddress.js"

type EmailIdOf = (keys: ReadonlyArray<Uint8Array>, token: string) => string | undefined

/** An address of ours, wherever it stands, and what reads its token. */
interface OwnAddress {
  readonly pattern: RegExp
  readonly emailIdOf: EmailIdOf
}

const returnPath: OwnAddress = {
  pattern: /(?<![\w.+-])b\+([a-z2-7]{39})@/gi,
  emailIdOf: emailIdOfToken
}
const unsubscribe: OwnAddress = {
  pattern: /(?<![\w.+-])u\+([a-z2-7]{39})@/gi,
  emailIdOf: emailIdOfUnsubscribeToken
}

/**
 * A message that comes back names one. More are a collection of messages, or somebody's attempts.
 */
const maxTokens = 50

/**
 * Whether a field names who a message was delivered to, in the words of the servers that write it.
 */
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
  { emailIdOf, pattern }: OwnAddress,
  keys: ReadonlyArray<Uint8Array>,
  text: string
): ReadonlyArray<string> => [
  ...new Set(tokensIn(pattern, text).flatMap((token) => emailIdOf(keys, token) ?? []))
]

const textOf = (source: Uint8Array): string =>
  Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString("latin1")

/** The fields of the header that name addressees, each with its folded lines. */
const addresseesIn = (text: string): string => {
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  return text
    .slice(0, end)
    .split(/\r?\n(?![ \t])/)
    .filter((field) => addressee.test(field))
    .join("\n")
}

/**
 * The ids in the return paths that a message came back to: those in Delivered-To, X-Original-To,
 * Envelope-To, To and Cc; if there are none, the only one that its text contains, such as in
 * X-Postfix-Sender or in the returned Return-Path. Only tokens that one of `keys` made count.
 */
export const emailIdsIn = (
  keys: ReadonlyArray<Uint8Array>,
  source: Uint8Array
): ReadonlyArray<string> => {
  if (keys.length === 0) return []
  const text = textOf(source)
  const ids = verified(returnPath, keys, addresseesIn(text))
  if (ids.length > 0) return ids
  const others = verified(returnPath, keys, text)
  return others.length === 1 ? others : []
}

/**
 * The ids in the addresses for unsubscribing that a message was sent to: those in Delivered-To,
 * X-Original-To, Envelope-To, To and Cc alone. Elsewhere, as in the List-Unsubscribe of a mail that
 * a bounce returns, they say nothing of the sender's wish.
 */
export const unsubscribeIdsIn = (
  keys: ReadonlyArray<Uint8Array>,
  source: Uint8Array
): ReadonlyArray<string> =>
  keys.length === 0 ? [] : verified(unsubscribe, keys, addresseesIn(textOf(source)))
