import {
  type AnalyticsSummary,
  type EmailStatus,
  emailStatuses,
  type MonthlyUsage,
  type Period,
  periods
} from "@telemark/contract"
import type { MessageCounts } from "./AnalyticsStore.js"

/** When a period begins that ends now, or the one before it (`back` 2). */
export const startOf = (period: Period, now: number, back: 1 | 2 = 1): number =>
  now - back * periods[period].hours * 60 * 60 * 1000

/**
 * Outcomes of messages counted by present status. A complaint implies a delivery; a cancelled
 * message is `failed`, but not counted as a failure.
 */
export const outcomesOf = (counts: MessageCounts) => {
  const count = (status: EmailStatus | "cancelled"): number => counts.get(status) ?? 0
  return {
    sent: count("sent") + count("delivered") + count("bounced") + count("complained"),
    delivered: count("delivered") + count("complained"),
    bounced: count("bounced"),
    complained: count("complained"),
    failed: count("failed") - count("cancelled")
  }
}

/** The outcomes of the period before one: those since its beginning, without the period's own. */
const outcomesBefore = (
  since: MessageCounts,
  counts: MessageCounts
): AnalyticsSummary["before"] => {
  const [all, own] = [outcomesOf(since), outcomesOf(counts)]
  const less = (name: keyof typeof own): number => Math.max(0, all[name] - own[name])
  return {
    total_sent: less("sent"),
    delivered: less("delivered"),
    bounced: less("bounced"),
    complained: less("complained"),
    failed: less("failed")
  }
}

/**
 * Sums up messages by present status, and by what people did with them. `sinceBefore`: the counts
 * since the beginning of the period before.
 */
export const summarize = (
  period: Period,
  counts: MessageCounts,
  sinceBefore: MessageCounts,
  monthly_usage: ReadonlyArray<MonthlyUsage>
): AnalyticsSummary => {
  const { bounced, complained, delivered, failed, sent } = outcomesOf(counts)
  return {
    period,
    total_sent: sent,
    delivered,
    bounced,
    failed,
    opened: counts.get("opened") ?? 0,
    clicked: counts.get("clicked") ?? 0,
    unsubscribed: counts.get("unsubscribed") ?? 0,
    complaint_rate: sent === 0 ? 0 : complained / sent,
    statuses: Object.fromEntries(
      emailStatuses.map((status) => [status, counts.get(status) ?? 0])
    ) as Record<EmailStatus, number>,
    before: outcomesBefore(sinceBefore, counts),
    monthly_usage
  }
}
