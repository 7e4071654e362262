import type { DnsTrouble } from "../dns/Dns.js"

/** Maximum length of a quoted record, in characters. */
export const maxFoundLength = 1_000

/**
 * Makes untrusted text safe to show: no control or format characters, such as bidirectional ones,
 * and bounded length.
 */
export const clean = (text: string): string => {
  const shown = text
    .slice(0, maxFoundLength + 1)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd")
    .toWellFormed()
  return shown.length > maxFoundLength
    ? `${shown.slice(0, maxFoundLength - 1)}…`.toWellFormed()
    : shown
}

export const found = (records: ReadonlyArray<string>): string | null =>
  records.length === 0 ? null : clean(records.join(" | "))

const words: Readonly<Record<DnsTrouble["reason"], string>> = {
  servfail: "the name servers failed",
  timeout: "no name server answered in time",
  refused: "the name servers refused to answer",
  unreachable: "no name server could be reached",
  malformed: "the name servers' answer is not valid",
  cancelled: "no name server answered in time"
}

/** The message if the operator has to correct something. It says nothing about the domain. */
export const operatorMessage = (what: string): string =>
  `It can't be checked whether the record lets this service send: ${what}. ` +
  "Its operator must correct that; you don't need to change the domain."

export const troubleMessage = (reason: DnsTrouble["reason"]): string =>
  `The records can't be looked up at the moment: ${words[reason]}. This changes nothing. ` +
  "Try again in a few minutes; if it persists, ask whoever runs the domain's DNS."
