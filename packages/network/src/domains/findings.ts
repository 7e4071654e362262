import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import type { DnsTrouble } from "../dns/Dns.js"

export interface Finding {
  readonly verified: boolean
  readonly status: string
  readonly host: string
  readonly found: string | null
  readonly message: string
}

/** A name beside another that nobody has published. */
const nameBeside = (host: string): string =>
  randomBytes(8).toString("hex") + host.slice(host.indexOf("."))

/** Name servers change the order from answer to answer. */
const sorted = (records: string): string => records.split(" | ").toSorted().join(" | ")

const messageFor = (record: string): string =>
  "There is no record of this name: a wildcard (a record of a name that begins with *) answers for it. " +
  `Add ${record} of this name, and leave the wildcard: it doesn't answer for a name that has a record.`

/**
 * If a name beside it has the same records, too, there is none to remove or to change. `record`:
 * what to add.
 */
export const noticeWildcard = <F extends Finding>(
  finding: F,
  record: string,
  recordsAt: (name: string) => Effect.Effect<string | null, DnsTrouble>
): Effect.Effect<F> => {
  const { found, host, status, verified } = finding
  if (verified || status === "temperror" || found === null) return Effect.succeed(finding)
  return recordsAt(nameBeside(host)).pipe(
    Effect.map((beside) =>
      beside !== null && sorted(beside) === sorted(found)
        ? { ...finding, message: messageFor(record) }
        : finding
    ),
    Effect.timeout("10 seconds"),
    Effect.orElseSucceed(() => finding)
  )
}

/** Maximum length of a quoted record, in characters. */
export const maxFoundLength = 1_000

/** Makes untrusted text safe to show: no control or format characters, and bounded length. */
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

/** The operator has to correct something, which says nothing about the domain. */
export const operatorMessage = (what: string): string =>
  `It can't be checked whether the record lets this service send: ${what}. ` +
  "Its operator must correct that; you don't need to change the domain."

export const troubleMessage = (reason: DnsTrouble["reason"]): string =>
  `The records can't be looked up at the moment: ${words[reason]}. This changes nothing. ` +
  "Try again in a few minutes; if it persists, ask whoever runs the domain's DNS."
