import { type DkimFinding, timestamp } from "@telemark/contract"
import type { DkimKeyRecord, DomainRecord } from "./Domain.js"
import type { DomainFindings } from "./DomainVerifier.js"
import { isReady, nextCheckAt } from "./checkSchedule.js"
import {
  type Evidence,
  evidenceOf,
  type Flag,
  graceMillis,
  judgeFlag,
  type Occasion
} from "./evidence.js"
import { currentKey, judgeKeys, publishedKeys } from "./keyRotation.js"

/** And what each is called. */
const checkedRecords = {
  spf: "SPF",
  dkim: "DKIM",
  dmarc: "DMARC",
  return_path: "the return path",
  tracking: "the name for tracking"
} as const

type CheckedRecord = keyof typeof checkedRecords

const flagWarnings = (
  record: CheckedRecord,
  { failing_since, verified }: Flag,
  evidence: Evidence
): ReadonlyArray<string> => {
  const [name, member] = [checkedRecords[record], `${record}_verified`]
  if (evidence === "unknown")
    return [
      `DNS gave no usable answer about ${name} just now: ${member} stays ${String(verified)}.`
    ]
  return failing_since === null
    ? []
    : [
        `${name.charAt(0).toUpperCase()}${name.slice(1)} has been failing since ${timestamp(failing_since)}: ${member} becomes false after ${timestamp(failing_since + graceMillis)} unless it passes again.`
      ]
}

const flagsOf = (judged: ReadonlyArray<{ readonly record: CheckedRecord; readonly flag: Flag }>) =>
  Object.fromEntries(
    judged.flatMap(({ flag, record }) => [
      [`${record}_verified`, flag.verified],
      [`${record}_failing_since`, flag.failing_since]
    ])
  ) as Pick<DomainRecord, `${CheckedRecord}_${"verified" | "failing_since"}`>

export interface Look extends Occasion {
  readonly findings: DomainFindings
  /** When it began, in epoch milliseconds. A check that a later one has overtaken is ignored. */
  readonly begun: number
  /** From 0 to 1: spreads the next check. */
  readonly random: number
}

const findingOf = (
  { keys }: DomainFindings,
  key: DkimKeyRecord | undefined
): DkimFinding | undefined => keys.find(({ selector }) => selector === key?.selector)

/**
 * Whether the check was about the current key: a domain that was removed and added again meanwhile
 * has another.
 */
export const isAbout = (record: DomainRecord, findings: DomainFindings): boolean =>
  findingOf(findings, currentKey(record.keys)) !== undefined

/**
 * The domain after a check. Found records count at once, missing ones as `judgeFlag` says. DNS
 * errors and other keys change nothing.
 */
export const judgeDomain = (record: DomainRecord, look: Look): DomainRecord => {
  if (record.verification !== null && record.verification.checked_at > timestamp(look.begun))
    return record
  const { findings, now, random } = look
  const keys = judgeKeys(
    record.keys,
    (selector) => evidenceOf(findings.keys.find((finding) => finding.selector === selector)),
    look
  )
  const current = currentKey(keys)
  const dkimFinding = findingOf(findings, current)
  if (dkimFinding === undefined) return record

  const found = { ...findings, dkim: dkimFinding }
  const judged = (Object.keys(checkedRecords) as ReadonlyArray<CheckedRecord>).map((name) => {
    const evidence = evidenceOf(found[name])
    const before = {
      verified: record[`${name}_verified`],
      failing_since: record[`${name}_failing_since`]
    }
    return { record: name, evidence, flag: judgeFlag(before, evidence, look) }
  })
  const flags = flagsOf(judged)
  const ready = isReady(flags)
  const after: DomainRecord = {
    ...record,
    ...flags,
    keys,
    // SPF may fail for a while without another tenant getting the domain: the published key proves
    // ownership.
    owned: flags.dkim_verified && (record.owned || ready),
    verified_at: record.verified_at ?? (ready ? now : null),
    verification: {
      spf: findings.spf,
      dkim: dkimFinding,
      dmarc: findings.dmarc,
      ...(findings.return_path === undefined ? {} : { return_path: findings.return_path }),
      ...(findings.tracking === undefined ? {} : { tracking: findings.tracking }),
      dkim_others: publishedKeys(keys).flatMap((key) =>
        key === current ? [] : (findingOf(findings, key) ?? [])
      ),
      checked_at: timestamp(now),
      warnings: [
        ...findings.warnings,
        ...judged.flatMap(({ evidence, flag, record: name }) =>
          found[name] === undefined ? [] : flagWarnings(name, flag, evidence)
        )
      ]
    }
  }
  return { ...after, next_check_at: nextCheckAt(after, now, random) }
}
