import {
  type AnalyticsSummary,
  type EmailStatus,
  emailStatuses,
  type MonthlyUsage,
  type Period,
  periods
} from "@telemark/contract"
import type { MessageCounts } from "./AnalyticsStore.js"

export const isPeriod = (text: string): text is Period => Object.hasOwn(periods, text)

export const startOf = (period: Period, now: number): number =>
  now - periods[period] * 60 * 60 * 1000

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

/** Sums up messages by present status, and by what people did with them. */
export const summarize = (
  period: Period,
  counts: MessageCounts,
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
    monthly_usage
  }
}
