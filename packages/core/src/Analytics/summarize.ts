import { type AnalyticsSummary, type EmailStatus, emailStatuses, type MonthlyUsage, type Period, periods } from "@telemark/contract"

export const isPeriod = (text: string): text is Period => Object.hasOwn(periods, text)

export const startOf = (period: Period, now: number): number => now - periods[period] * 60 * 60 * 1000

/** Sums up messages by current status. A complaint implies a delivery; a cancelled message is `failed`, but not counted as a failure. */
export const summarize = (
  period: Period,
  counts: ReadonlyMap<EmailStatus | "cancelled", number>,
  monthly_usage: ReadonlyArray<MonthlyUsage>
): AnalyticsSummary => {
  const count = (status: EmailStatus | "cancelled"): number => counts.get(status) ?? 0
  const total_sent = count("sent") + count("delivered") + count("bounced") + count("complained")
  return {
    period,
    total_sent,
    delivered: count("delivered") + count("complained"),
    bounced: count("bounced"),
    failed: count("failed") - count("cancelled"),
    complaint_rate: total_sent === 0 ? 0 : count("complained") / total_sent,
    statuses: Object.fromEntries(emailStatuses.map((status) => [status, count(status)])) as Record<EmailStatus, number>,
    monthly_usage
  }
}
