import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import type { DnsTrouble } from "../dns/Dns.js"

/** What was found at a name. */
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

/** Name servers change the order of records from answer to answer. */
const sorted = (records: string): string => records.split(" | ").toSorted().join(" | ")

const messageFor = (record: string): string =>
  "There is no record of this name: a wildcard (a record of a name that begins with *) answers for it. " +
  `Add ${record} of this name, and leave the wildcard: it doesn't answer for a name that has a record.`

/**
 * Says so if a name beside it has the records that were found, too: there is none to remove or to
 * change. `record`: what to add.
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
