import { timestamp } from "@telemark/contract"

/** As much as a message has of a text that others chose, in whole characters; the rest stands beside it. */
const beginning = /^.{0,200}/su

/** An instant as people read it: `2026-11-21 20:00:05 UTC`. */
export const moment = (millis: number): string => `${timestamp(millis).slice(0, 19).replace("T", " ")} UTC`

/** So many milliseconds as people read them: `412 ms`, `1.2 s`, `2 min 5 s`. */
export const lengthOfTime = (millis: number): string => {
  if (millis < 1000) return `${String(Math.round(millis))} ms`
  if (millis < 59_950) return `${(millis / 1000).toFixed(1)} s`
  const seconds = Math.round(millis / 1000)
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`
}

/** Text of others on one line, and not too much of it. */
const short = (text: string): string => {
  const line = text.replace(/[\p{Cc}\s]+/gu, " ").trim()
  const [start = ""] = beginning.exec(line) ?? []
  return start.length < line.length ? `${start}…` : line
}

/** A reply in brackets and quotes, with a blank before; nothing if there is none. */
export const inBrackets = (reply: string | null | undefined): string => {
  const line = short(reply ?? "")
  return line === "" ? "" : ` (“${line}”)`
}

/** Route names are the tenants' own. */
export const viaProvider = (provider: string | undefined): string => provider === undefined || provider === "" ? "" : ` by way of ${short(provider)}`

/** The first sentence of an explanation, as it goes on after a colon and without its full stop; undefined if there is none. */
export const clause = (explanation: string | null | undefined): string | undefined => {
  const line = short(explanation ?? "")
  const [sentence = ""] = /^.*?(?=\. \p{Lu}|\.?$)/u.exec(line) ?? []
  return sentence === "" ? undefined : sentence.replace(/^The /, "the ")
}

/** The end of a message's way. */
export const nothingMore = "Nothing more will be tried."

/** What is known, and may ever be known, of a message that was taken. */
export const onlyTaken = "Nothing more will be tried; only the receiving side can tell whether it was delivered, and it may never do so."

/** Messages that were kept in the local inbox: no connection, so no encryption either. A tenant may call its server the same. */
export const isCaptured = (provider: string | undefined, tls: string | null | undefined): boolean => provider === "capture" && tls === undefined
