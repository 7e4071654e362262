import { type ReputationFigures, type ReputationSummary, timestamp } from "@telemark/contract"
import type { TenantPause } from "../../accounts/tenants/Tenant.js"
import { perWindow, type ReputationWindow, type WindowCounts } from "./MailCounts.js"
import type { TenantCounts } from "./ReputationStore.js"
import { levelIn, rateOf } from "./judge.js"

const figuresOf = (counts: WindowCounts, window: ReputationWindow): ReputationFigures => {
  const { bounced, complained, sent } = counts[window]
  return {
    sent,
    bounced,
    complained,
    bounce_rate: rateOf(bounced, sent),
    complaint_rate: rateOf(complained, sent),
    level: levelIn(counts, window)
  }
}

const figures = (counts: WindowCounts) => perWindow((window) => figuresOf(counts, window))

/** The figures of a tenant as it sees them itself. */
export const summarizeReputation = (
  { domains, total }: TenantCounts,
  paused: TenantPause | undefined
): ReputationSummary => {
  const levels = [levelIn(total), ...domains.map(({ counts }) => levelIn(counts))]
  return {
    level: levels.includes("pause") ? "pause" : levels.includes("warn") ? "warn" : "ok",
    paused: paused === undefined ? null : { reason: paused.reason, since: timestamp(paused.at) },
    ...figures(total),
    domains: domains.map(({ counts, domain }) => ({
      domain,
      level: levelIn(counts),
      ...figures(counts)
    }))
  }
}
