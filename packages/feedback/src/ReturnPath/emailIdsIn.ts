import { emailIdOfToken } from "./returnPathToken.js"

/** A return path of ours, wherever it stands: `b+<token>@…`. */
const returnPaths = /(?<![\w.+-])b\+([a-z2-7]{39})@/gi

/** A message that comes back names one. More are a collection of messages, or somebody's attempts. */
const maxTokens = 50

/** Whether a field names who a message was delivered to, in the words of the servers that write it. */
const addressee = /^(?:delivered-to|x-original-to|x-delivered-to|envelope-to|x-envelope-to|to|cc)[ \t]*:/i

const tokensIn = (text: string): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const [, token = ""] of text.matchAll(returnPaths)) {
    found.add(token.toLowerCase())
    if (found.size === maxTokens) break
  }
  return [...found]
}

const verified = (keys: ReadonlyArray<Uint8Array>, text: string): ReadonlyArray<string> =>
  [...new Set(tokensIn(text).flatMap((token) => emailIdOfToken(keys, token) ?? []))]

/** The fields of the header that name addressees, each with its folded lines. */
const addresseesIn = (text: string): string => {
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  return text.slice(0, end).split(/\r?\n(?![ \t])/).filter((field) => addressee.test(field)).join("\n")
}

/**
 * The ids in the return paths that a message came back to: those in Delivered-To, X-Original-To, Envelope-To, To and Cc; if there are none, the only
 * one that its text contains, such as in X-Postfix-Sender or in the returned Return-Path. Only tokens that one of `keys` made count.
 */
export const emailIdsIn = (keys: ReadonlyArray<Uint8Array>, source: Uint8Array): ReadonlyArray<string> => {
  if (keys.length === 0) return []
  const text = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString("latin1")
  const ids = verified(keys, addresseesIn(text))
  if (ids.length > 0) return ids
  const others = verified(keys, text)
  return others.length === 1 ? others : []
}
