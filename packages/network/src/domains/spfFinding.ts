import type { SpfFinding } from "@telemark/contract"
import { spfValue } from "@telemark/core"
import { Result } from "effect"
import type { DnsTrouble } from "../dns/Dns.js"
import { lookUpLimit } from "../spf/SpfCheck.js"
import { parseRecord } from "../spf/SpfRecord.js"
import { clean, found, operatorMessage, troubleMessage } from "./findingTexts.js"
import {
  fold,
  isOperators,
  judgeSpf,
  type Seen,
  type SpfCase,
  type SpfEvidence
} from "./judgeSpf.js"
import { withMechanisms } from "./spfTerms.js"

export interface SpfVerified {
  readonly finding: SpfFinding
  readonly warnings: ReadonlyArray<string>
}

const verified = (
  { domain, spf }: SpfCase,
  seen: Seen,
  warnings: ReadonlyArray<string> = []
): SpfVerified => ({
  finding: {
    verified: seen.status === "pass",
    host: domain,
    expected: spfValue(spf),
    found: null,
    lookups: 0,
    suggestion: null,
    ...seen
  },
  warnings
})

export const spfTrouble = (
  asked: SpfCase,
  reason: DnsTrouble["reason"],
  records: ReadonlyArray<string> = []
): SpfVerified =>
  verified(asked, { status: "temperror", found: found(records), message: troubleMessage(reason) })

/**
 * The finding if this service's configured mechanisms or addresses are invalid. It says nothing
 * about the domain.
 */
export const spfUnusable = (
  asked: SpfCase,
  records: ReadonlyArray<string>,
  what: string
): SpfVerified =>
  verified(asked, { status: "temperror", found: found(records), message: operatorMessage(what) })

const several = (asked: SpfCase, { ours, records }: SpfEvidence): SpfVerified => {
  const others = records.filter((text) => fold(text) !== fold(spfValue(asked.spf)))
  const record =
    others.length === 1 ? Result.getOrUndefined(parseRecord(others[0] ?? "")) : undefined
  const suggestion = record === undefined ? null : withMechanisms(asked.domain, record, ours)
  return verified(asked, {
    status: "multiple",
    found: found(records),
    suggestion,
    message:
      "There is more than one SPF record, so servers use none of them. " +
      (suggestion === null
        ? "Remove all but one, which must have the expected mechanisms."
        : "Replace them all with the suggested record.")
  })
}

const warningsOf = ({ broken, nobody }: SpfEvidence): ReadonlyArray<string> => [
  ...(nobody.result === "pass"
    ? [
        "The SPF record lets any server send mail of this domain, for example by +all. End it with ~all instead."
      ]
    : []),
  ...(nobody.result === "permerror"
    ? [
        `For addresses other than this service's, servers can't use the SPF record, since ${clean(nobody.reason ?? "")}.` +
          (isOperators(nobody, broken) ? " The operator of this service must correct that." : "")
      ]
    : [])
]

/** Whether a domain's published records permit this service to send, and what to do if not. */
export const spfFinding = (asked: SpfCase, evidence: SpfEvidence): SpfVerified => {
  const { checks, nobody, records } = evidence
  const [text, another] = records
  if (text === undefined) {
    return verified(asked, {
      status: "missing",
      message:
        "There is no SPF record. Add a TXT record of this name with the expected value; " +
        "DNS may take a while to show it."
    })
  }
  if (another !== undefined) return several(asked, evidence)
  const seen = judgeSpf(asked, evidence, text)
  const lookups = Math.max(nobody.lookUps, ...checks.map(({ outcome }) => outcome.lookUps))
  const warnings = seen.status === "pass" ? warningsOf(evidence) : []
  return verified(
    asked,
    { found: found(records), lookups: Math.min(lookups, lookUpLimit + 1), ...seen },
    warnings
  )
}
