import { type DkimFinding, timestamp } from "@telemark/contract"
import type { DkimKeyRecord, DomainRecord } from "./Domain.js"
import { evidenceOf, type Flag, judgeFlag, type Occasion } from "./evidence.js"
import { judgeKeys } from "./judgeKeys.js"
import type { DomainFindings } from "./ports.js"
import { isReady, nextCheckAt } from "./schedule.js"
import { currentKey, publishedKeys } from "./selectKeys.js"
import { flagWarnings } from "./warnings.js"

/** What a DNS check found, and when. */
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
export const judge = (record: DomainRecord, look: Look): DomainRecord => {
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

  const spf = judgeFlag(
    { verified: record.spf_verified, failing_since: record.spf_failing_since },
    evidenceOf(findings.spf),
    look
  )
  const dkim = judgeFlag(
    { verified: record.dkim_verified, failing_since: record.dkim_failing_since },
    evidenceOf(dkimFinding),
    look
  )
  const dmarc = judgeFlag(
    { verified: record.dmarc_verified, failing_since: record.dmarc_failing_since },
    evidenceOf(findings.dmarc),
    look
  )
  const returnPath = judgeFlag(
    { verified: record.return_path_verified, failing_since: record.return_path_failing_since },
    evidenceOf(findings.return_path),
    look
  )
  const tracking = judgeFlag(
    { verified: record.tracking_verified, failing_since: record.tracking_failing_since },
    evidenceOf(findings.tracking),
    look
  )
  const ready = isReady({ spf_verified: spf.verified, dkim_verified: dkim.verified })
  const judged: DomainRecord = {
    ...record,
    ...flags({ spf, dkim, dmarc, returnPath, tracking }),
    keys,
    // SPF may fail for a while without another tenant getting the domain: the published key proves
    // ownership.
    owned: dkim.verified && (record.owned || ready),
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
        ...flagWarnings("SPF", spf, evidenceOf(findings.spf)),
        ...flagWarnings("DKIM", dkim, evidenceOf(dkimFinding)),
        ...flagWarnings("DMARC", dmarc, evidenceOf(findings.dmarc)),
        ...(findings.return_path === undefined
          ? []
          : flagWarnings("the return path", returnPath, evidenceOf(findings.return_path))),
        ...(findings.tracking === undefined
          ? []
          : flagWarnings("the name for tracking", tracking, evidenceOf(findings.tracking)))
      ]
    }
  }
  return { ...judged, next_check_at: nextCheckAt(judged, now, random) }
}

const flags = ({
  dkim,
  dmarc,
  returnPath,
  spf,
  tracking
}: Readonly<Record<"spf" | "dkim" | "dmarc" | "returnPath" | "tracking", Flag>>) => ({
  spf_verified: spf.verified,
  spf_failing_since: spf.failing_since,
  dkim_verified: dkim.verified,
  dkim_failing_since: dkim.failing_since,
  dmarc_verified: dmarc.verified,
  dmarc_failing_since: dmarc.failing_since,
  return_path_verified: returnPath.verified,
  return_path_failing_since: returnPath.failing_since,
  tracking_verified: tracking.verified,
  tracking_failing_since: tracking.failing_since
})
