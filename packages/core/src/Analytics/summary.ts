import { type EmailStatus, emailStatuses } from "../Emails/index.js"

/** The reporting windows, and their length in milliseconds. */
export const periods = { "24h": 24, "7d": 7 * 24, "30d": 30 * 24, "90d": 90 * 24 } as const
export type Period = keyof typeof periods

export const isPeriod = (text: string): text is Period => Object.hasOwn(periods, text)

/** The first instant inside a window that ends now. */
export const startOf = (period: Period, now: number): number => now - periods[period] * 60 * 60 * 1000

/** What a tenant queued in a calendar month (UTC). */
export interface MonthlyUsage {
  /** Such as `2026-11`. */
  readonly month: string
  /** Recipients queued. */
  readonly sent: number
  /** How many are allowed; null if any number is. */
  readonly limit: number | null
}

/** The answer to GET /analytics/summary. */
export interface AnalyticsSummary {
  readonly period: Period
  /** Messages handed to a next hop. */
  readonly total_sent: number
  readonly delivered: number
  readonly bounced: number
  readonly failed: number
  /** Complaints as a fraction of `total_sent`; 0 when nothing was sent. */
  readonly complaint_rate: number
  readonly statuses: Readonly<Record<EmailStatus, number>>
  readonly monthly_usage: ReadonlyArray<MonthlyUsage>
}

/** Sums up messages by their present status. A message that was complained about had been delivered. */
export const summarize = (
  period: Period,
  counts: ReadonlyMap<EmailStatus, number>,
  monthly_usage: ReadonlyArray<MonthlyUsage>
): AnalyticsSummary => {
  const count = (status: EmailStatus): number => counts.get(status) ?? 0
  const total_sent = count("sent") + count("delivered") + count("bounced") + count("complained")
  return {
    period,
    total_sent,
    delivered: count("delivered") + count("complained"),
    bounced: count("bounced"),
    failed: count("failed"),
    complaint_rate: total_sent === 0 ? 0 : count("complained") / total_sent,
    statuses: Object.fromEntries(emailStatuses.map((status) => [status, count(status)])) as Record<EmailStatus, number>,
    monthly_usage
  }
}
