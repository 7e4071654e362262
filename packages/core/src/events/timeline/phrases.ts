import { timestamp } from "@telemark/contract"

/** The rest is shown elsewhere. */
const beginning = /^.{0,200}/su

/** `2026-11-21 20:00:05 UTC`. */
export const moment = (millis: number): string =>
  `${timestamp(millis).slice(0, 19).replace("T", " ")} UTC`

/** `412 ms`, `1.2 s`, `2 min 5 s`. */
export const lengthOfTime = (millis: number): string => {
  if (millis < 1000) return `${String(Math.round(millis))} ms`
  if (millis < 59_950) return `${(millis / 1000).toFixed(1)} s`
  const seconds = Math.round(millis / 1000)
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`
}

const short = (text: string): string => {
  const line = text.replace(/[\p{Cc}\s]+/gu, " ").trim()
  const [start = ""] = beginning.exec(line) ?? []
  return start.length < line.length ? `${start}…` : line
}

/** In brackets and quotes, with a leading blank. */
export const inBrackets = (reply: string | null | undefined): string => {
  const line = short(reply ?? "")
  return line === "" ? "" : ` (“${line}”)`
}

/** Shortened: tenants choose the names of their servers. */
export const viaProvider = (provider: string | undefined): string =>
  provider === undefined || provider === "" ? "" : ` via ${short(provider)}`

/** The first sentence, for use after a colon: without its full stop. */
export const clause = (explanation: string | null | undefined): string | undefined => {
  const line = short(explanation ?? "")
  const [sentence = ""] = /^.*?(?=\. \p{Lu}|\.?$)/u.exec(line) ?? []
  return sentence === "" ? undefined : sentence.replace(/^The /, "the ")
}

export const nothingMore = "Nothing more will be tried."

/** More may never be known of an accepted message. */
export const onlyTaken =
  "Nothing more will be tried; only the receiving side can tell whether it was delivered, and it may never do so."

/**
 * Captured in the local inbox: without a connection there is no TLS version. A tenant's server may
 * have the same name.
 */
export const isCaptured = (provider: string | undefined, tls: string | null | undefined): boolean =>
  provider === "capture" && tls === undefined
