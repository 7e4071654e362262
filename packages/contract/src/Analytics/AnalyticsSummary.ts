import { Schema } from "effect"
import { EmailStatus } from "../Emails/index.js"
import { count, orNull, queryWarnings, text } from "../members.js"

/** The reporting windows, with their length in hours. */
export const periods = { "24h": 24, "7d": 7 * 24, "30d": 30 * 24, "90d": 90 * 24 } as const
export type Period = keyof typeof periods

// The type is narrower than the check: core refuses unknown periods with an error of their own,
// `InvalidPeriod`.
export const anyPeriod = (usual: Period) =>
  Schema.String.annotate({
    jsonSchema: { type: "string", enum: Object.keys(periods), default: usual }
  }) as Schema.Codec<string> as Schema.Codec<Period>

/** A period as it is answered. */
export const shownPeriod = Schema.Literals(["24h", "7d", "30d", "90d"]).annotate({
  description: "The requested window."
})

/** The window to sum up. An unknown period fails with `InvalidPeriod`. */
export const SummaryRequest = Schema.Struct({
  period: Schema.optional(anyPeriod("30d")).annotateKey({
    description: "The length of the window, which ends now."
  })
}).annotate({ identifier: "SummaryRequest" })
export type SummaryRequest = typeof SummaryRequest.Type

/** The recipients queued in a calendar month (UTC). */
export const MonthlyUsage = Schema.Struct({
  month: text("Such as 2026-11."),
  sent: count("The recipients that were queued."),
  limit: orNull(count("The month's limit; null if there is none."))
}).annotate({ identifier: "MonthlyUsage" })
export type MonthlyUsage = typeof MonthlyUsage.Type

/** Counts of the messages created in the window before, of the same length. */
export const FormerCounts = Schema.Struct({
  total_sent: count("As in the summary."),
  delivered: count("As in the summary."),
  bounced: count("As in the summary."),
  complained: count("Messages that were reported as spam."),
  failed: count("As in the summary.")
}).annotate({
  identifier: "FormerCounts",
  description: "Counts of the messages created in the window before, of the same length."
})
export type FormerCounts = typeof FormerCounts.Type

/** Counts of the messages created in a window. */
export const AnalyticsSummary = Schema.Struct({
  period: shownPeriod,
  total_sent: count("Messages that a next hop accepted."),
  delivered: count("Of these, those that were reported as delivered."),
  bounced: count("Of these, those that bounced."),
  failed: count("Messages that failed, without cancelled ones, which `statuses` counts as failed."),
  opened: count(
    "Messages that a person has opened. Opens that are known to be a program's aren't counted, nor are a message's further opens."
  ),
  clicked: count("Messages with a link that a person has followed, counted likewise."),
  unsubscribed: count("Messages whose recipient has unsubscribed by them."),
  complaint_rate: Schema.Number.annotate({
    description: "Complaints as a fraction of total_sent; 0 when nothing was sent."
  }),
  statuses: Schema.Record(
    EmailStatus,
    Schema.Number.annotate({ jsonSchema: { type: "integer" } })
  ).annotate({ description: "The number of messages in each status." }),
  before: FormerCounts,
  monthly_usage: Schema.Array(MonthlyUsage).annotate({
    description: "The last twelve months with traffic."
  }),
  ...queryWarnings
}).annotate({ identifier: "AnalyticsSummary" })
export type AnalyticsSummary = typeof AnalyticsSummary.Type
