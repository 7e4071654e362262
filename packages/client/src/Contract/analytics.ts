import type { EmailStatus } from "./emails.js"

/** A reporting window that ends now. */
export type Period = "24h" | "7d" | "30d" | "90d"

/** What was queued in a calendar month (UTC). */
export interface MonthlyUsage {
  /** Such as `2026-11`. */
  readonly month: string
  /** Recipients queued. */
  readonly sent: number
  /** How many are allowed; null if any number is. */
  readonly limit: number | null
}

/** What became of the messages that were created in a window. */
export interface AnalyticsSummary {
  readonly period: string
  /** Messages handed to a next hop. */
  readonly total_sent: number
  readonly delivered: number
  readonly bounced: number
  readonly failed: number
  /** Complaints as a fraction of `total_sent`; 0 when nothing was sent. */
  readonly complaint_rate: number
  readonly statuses: Readonly<Record<EmailStatus, number>>
  /** The last twelve months with traffic. */
  readonly monthly_usage: ReadonlyArray<MonthlyUsage>
}
