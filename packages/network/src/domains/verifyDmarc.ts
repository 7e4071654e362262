import type { DmarcFinding } from "@telemark/contract"
import { dmarcHost, dmarcValue } from "@telemark/core"
import { Effect } from "effect"
import type { DnsTrouble, LookUps } from "../dns/Dns.js"
import { textsOf } from "../spf/checkHost.js"
import {
  type Applicable,
  applicable,
  looksLikePolicy,
  policiesOf,
  type Step,
  walkUp
} from "./DmarcRecord.js"
import { found, troubleMessage } from "./findings.js"

type Seen = Pick<DmarcFinding, "status" | "found" | "message"> &
  Partial<Pick<DmarcFinding, "found_at" | "policy" | "inherited">>

const findingOf = (domain: string, seen: Seen): DmarcFinding => ({
  verified: seen.status === "ok",
  host: dmarcHost(domain),
  expected: dmarcValue,
  found_at: null,
  policy: null,
  inherited: false,
  ...seen
})

const remove =
  "There is more than one DMARC record of this name, so servers ignore them all. Remove all but one."

const withoutPolicy = (texts: ReadonlyArray<string>): Seen => {
  if (policiesOf(texts).length > 1)
    return { status: "multiple", found: found(texts), message: remove }
  return texts.some(looksLikePolicy)
    ? {
        status: "invalid",
        found: found(texts),
        message:
          "The record must begin with v=DMARC1; in exactly these letters. Publish the expected value."
      }
    : {
        status: "missing",
        found: found(texts),
        message:
          "There is no DMARC record. Add a TXT record of this name with the expected value; " +
          "DNS may take a while to show it."
      }
}

const meanings = {
  none: "asks receivers for nothing",
  quarantine: "asks receivers to quarantine mail without a valid signature",
  reject: "asks receivers to refuse mail without a valid signature"
}

/**
 * Without reports, the owner doesn't learn who else sends in the domain's name, or which of its own
 * mail fails.
 */
const reportAdvice = ({ domain, record: { reports } }: Applicable): string => {
  switch (reports) {
    case "some":
      return ""
    case "none":
      return (
        ` The record of ${domain} has no rua, so you get no reports about who sends mail in its name: ` +
        `add rua=mailto: and an address for the daily reports, such as rua=mailto:dmarc@${domain}.`
      )
    case "unreadable":
      return (
        ` The rua= in the record of ${domain} is not a mailto: address, so you get no reports: ` +
        `write it as rua=mailto:dmarc@${domain}.`
      )
  }
}

const withPolicy = (domain: string, exists: boolean, applying: Applicable): Seen => {
  const { domain: at, record } = applying
  const inherited = at !== domain
  const policy = inherited ? record[exists ? "subdomains" : "nonexistent"] : record.policy
  const seen = { found: found([record.text]), found_at: at, inherited }
  if (record.wrong !== undefined) {
    return {
      ...seen,
      status: "invalid",
      message:
        `The value of ${record.wrong}= in the record of ${at} must be none, quarantine or reject; ` +
        "servers may ignore the record. Correct it."
    }
  }
  const source = inherited
    ? `The policy of ${at} applies to this domain too`
    : "The domain has a policy"
  return {
    ...seen,
    status: "ok",
    policy,
    message: `${source}: ${policy}, which ${meanings[policy]}.${reportAdvice(applying)}`
  }
}

export const dmarcFinding = (
  domain: string,
  exists: boolean,
  steps: ReadonlyArray<Step>
): DmarcFinding => {
  const applying = applicable(steps)
  return findingOf(
    domain,
    applying === undefined
      ? withoutPolicy(steps[0]?.texts ?? [])
      : withPolicy(domain, exists, applying)
  )
}

export const dmarcTrouble = (domain: string, reason: DnsTrouble["reason"]): DmarcFinding =>
  findingOf(domain, { status: "temperror", found: null, message: troubleMessage(reason) })

interface DmarcVerified {
  readonly finding: DmarcFinding
  readonly warnings: ReadonlyArray<string>
}

/** RFC 9989 4.10. */
export const verifyDmarc = (
  lookUps: Pick<LookUps, "txt">,
  domain: string
): Effect.Effect<DmarcVerified> =>
  Effect.gen(function* () {
    const steps = yield* walkUp(domain, (name) => Effect.map(lookUps.txt(name), textsOf))
    const isInherited = steps.length > 1 && applicable(steps) !== undefined
    const exists = isInherited ? (yield* lookUps.txt(domain))._tag !== "NoName" : true
    const isOverruled = isInherited && policiesOf(steps[0]?.texts ?? []).length > 1
    return {
      finding: dmarcFinding(domain, exists, steps),
      warnings: isOverruled ? [`${dmarcHost(domain)}: ${remove}`] : []
    }
  }).pipe(
    Effect.catch(({ reason }) =>
      Effect.succeed({ finding: dmarcTrouble(domain, reason), warnings: [] })
    )
  )
