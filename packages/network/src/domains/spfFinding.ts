import type { SpfFinding } from "@telemark/contract"
import { spfValue } from "@telemark/core"
import { Result } from "effect"
import type { DnsTrouble } from "../dns/Dns.js"
import { type Directive, parseRecord, type SpfRecord } from "../spf/SpfRecord.js"
import type { SpfOutcome } from "../spf/checkHost.js"
import type { IpAddress } from "../spf/hosts.js"
import { lookUpLimit } from "../spf/mechanisms.js"
import { clean, found, operatorMessage, troubleMessage } from "./findings.js"
import { lacking, withMechanisms } from "./spfTerms.js"

type Seen = Pick<SpfFinding, "status" | "message"> & Partial<SpfFinding>

type Checks = SpfEvidence["checks"]

/** Case and extra spaces don't matter. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .split(" ")
    .filter((part) => part !== "")
    .join(" ")

/** The operator gave the domain that name to publish. */
const isOperators = ({ names, result }: SpfOutcome, broken: SpfEvidence["broken"]): boolean =>
  result === "permerror" && names.some((name) => broken.includes(name))

const isRefused = ({ outcome }: Checks[number]): boolean =>
  !["pass", "temperror", "permerror"].includes(outcome.result)

/** The terms that refuse our addresses, but for `all`, which refuses everything unnamed. */
const refusing = (checks: Checks): ReadonlyArray<string> =>
  checks
    .filter(isRefused)
    .flatMap(({ outcome: { term } }) => (term === undefined || /^.?all$/i.test(term) ? [] : [term]))

/** Null if it is no change, or simply the expected record. */
const suggestionOf = (
  asked: SpfCase,
  { checks, ours }: SpfEvidence,
  record: SpfRecord,
  text: string
): string | null => {
  const merged = withMechanisms(asked.domain, record, ours, refusing(checks))
  return merged === null ||
    fold(merged) === fold(text) ||
    fold(merged) === fold(spfValue(asked.spf))
    ? null
    : merged
}

const adviceOf = (suggestion: string | null, isThere: boolean): string => {
  if (suggestion !== null) return "Replace it with the suggested record."
  return isThere
    ? "It does have the expected mechanisms: if the addresses in the domain's DNS are correct, ask the operator of this service."
    : "Replace it with the expected record."
}

const refusal = (refused: Checks[number], advice: string): string => {
  const [term] = refusing([refused])
  const result =
    term === undefined
      ? `(${refused.outcome.result})`
      : `(${refused.outcome.result}): its term ${clean(term.slice(0, 100))} comes before every mechanism that allows the address`
  return `The record doesn't allow ${refused.address.text}, from which this service sends ${result}. ${advice}`
}

/** Permanent results come before temporary errors. */
const judgeSpf = (asked: SpfCase, evidence: SpfEvidence, text: string): Seen => {
  const { broken, checks, nobody, ours, unsampled } = evidence
  const outcomes = [
    ...checks.map(({ outcome }) => outcome),
    ...(checks.length === 0 ? [nobody] : [])
  ]
  const wrong = outcomes.find(
    (outcome) => outcome.result === "permerror" && !isOperators(outcome, broken)
  )
  if (wrong !== undefined) {
    return {
      status: "permerror",
      message: `Servers can't use the record, since ${clean(wrong.reason ?? "")}. Correct it.`
    }
  }
  const record = Result.getOrUndefined(parseRecord(text))
  const suggestion = record === undefined ? null : suggestionOf(asked, evidence, record, text)
  const advice = adviceOf(
    suggestion,
    record !== undefined && lacking(asked.domain, record, ours).length === 0
  )
  const refused = checks.find(isRefused)
  if (refused !== undefined)
    return { status: "not_authorized", suggestion, message: refusal(refused, advice) }
  const unusable = outcomes.find((outcome) => isOperators(outcome, broken))
  if (unusable !== undefined) {
    const what = `servers can't use the mechanisms that it asks for, since ${clean(unusable.reason ?? "")}`
    return { status: "temperror", message: operatorMessage(what) }
  }
  const vague = outcomes.find(({ result }) => result === "temperror")
  if (vague !== undefined) {
    return {
      status: "temperror",
      message:
        `The record can't be evaluated at the moment: ${clean(vague.reason ?? "")}. ` +
        "This changes nothing. Try again in a few minutes."
    }
  }
  const [missing] = record === undefined ? unsampled : lacking(asked.domain, record, unsampled)
  return missing === undefined
    ? { status: "pass", message: "The record lets this service send." }
    : {
        status: "not_authorized",
        suggestion,
        message: `The record doesn't have ${missing.text}. ${advice}`
      }
}

export interface SpfCase {
  readonly domain: string
  /** As text. */
  readonly spf: string
}

export interface SpfEvidence {
  readonly records: ReadonlyArray<string>
  readonly ours: ReadonlyArray<Directive>
  readonly checks: ReadonlyArray<{ readonly address: IpAddress; readonly outcome: SpfOutcome }>
  /** Those of `ours` for which no allowed address is known. */
  readonly unsampled: ReadonlyArray<Directive>
  /** The outcome for an address that belongs to nobody. */
  readonly nobody: SpfOutcome
  /**
   * The names in `ours` that servers can't use: their errors are the operator's, not the domain's.
   */
  readonly broken: ReadonlyArray<string>
}

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

/** This service's mechanisms or addresses are invalid, which says nothing about the domain. */
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

/** Whether the published records permit this service to send, and what to do if not. */
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
