import type { SpfFinding } from "@telemark/contract"
import { spfValue } from "@telemark/core"
import { Result } from "effect"
import { type Directive, parseRecord, type SpfRecord } from "../spf/SpfRecord.js"
import type { SpfOutcome } from "../spf/checkHost.js"
import type { IpAddress } from "../spf/hosts.js"
import { clean, operatorMessage } from "./findingTexts.js"
import { lacking, withMechanisms } from "./spfTerms.js"

export type Seen = Pick<SpfFinding, "status" | "message"> & Partial<SpfFinding>

type Checks = SpfEvidence["checks"]

/** Normalizes a record for comparison: case and extra spaces don't matter. */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .split(" ")
    .filter((part) => part !== "")
    .join(" ")

/** Whether an error concerns a name that the operator gave the domain to publish. */
export const isOperators = (
  { names, result }: SpfOutcome,
  broken: SpfEvidence["broken"]
): boolean => result === "permerror" && names.some((name) => broken.includes(name))

const isRefused = ({ outcome }: Checks[number]): boolean =>
  !["pass", "temperror", "permerror"].includes(outcome.result)

/** The terms that refuse our addresses. `all` is left out, since it refuses everything unnamed. */
const refusing = (checks: Checks): ReadonlyArray<string> =>
  checks
    .filter(isRefused)
    .flatMap(({ outcome: { term } }) => (term === undefined || /^.?all$/i.test(term) ? [] : [term]))

/** The suggested record. Null if it is no change, or simply the expected one. */
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

/** Judges a domain's only record. Permanent results come before temporary errors. */
export const judgeSpf = (asked: SpfCase, evidence: SpfEvidence, text: string): Seen => {
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
  /** The mechanisms that the domain should publish, as text. */
  readonly spf: string
}

export interface SpfEvidence {
  readonly records: ReadonlyArray<string>
  /** The mechanisms that the domain should publish. */
  readonly ours: ReadonlyArray<Directive>
  readonly checks: ReadonlyArray<{ readonly address: IpAddress; readonly outcome: SpfOutcome }>
  /** Those of `ours` for which no allowed address is known. */
  readonly unsampled: ReadonlyArray<Directive>
  /** The outcome for an address that belongs to nobody. */
  readonly nobody: SpfOutcome
  /**
   * The names in `ours` if servers can't use them: their errors are the operator's, not the
   * domain's.
   */
  readonly broken: ReadonlyArray<string>
}
