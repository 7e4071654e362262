import type { DnsTrouble } from "@telemark/network"

/** Characters of what was found that are kept. */
export const maxFoundLength = 1_000

/** Text of strangers as it may be shown: without control characters and what turns text around, of bounded length. */
export const clean = (text: string): string => {
  const shown = text.slice(0, maxFoundLength + 1).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd").toWellFormed()
  return shown.length > maxFoundLength ? `${shown.slice(0, maxFoundLength - 1)}…`.toWellFormed() : shown
}

/** The records of a name as one text; null if there are none. */
export const found = (records: ReadonlyArray<string>): string | null => (records.length === 0 ? null : clean(records.join(" | ")))

const words: Readonly<Record<DnsTrouble["reason"], string>> = {
  servfail: "the name servers failed",
  timeout: "no name server answered in time",
  refused: "the name servers refused to answer",
  unreachable: "no name server could be reached",
  malformed: "the name servers' answer can't be read",
  cancelled: "no name server answered in time"
}

/** What a finding says when whoever runs this service has to put something right: it says nothing of the domain. */
export const operatorMessage = (what: string): string =>
  `Whether the record lets this service send can't be told: ${what}. ` +
  "Its operator has to correct that; there is nothing to do about the domain."

/** What a finding says when DNS itself is in trouble. */
export const troubleMessage = (reason: DnsTrouble["reason"]): string =>
  `The records can't be looked up at the moment: ${words[reason]}. Nothing is changed by that. ` +
  "Try again in a few minutes; if it goes on, ask whoever runs the domain's DNS."
