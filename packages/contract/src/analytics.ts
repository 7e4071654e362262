import { Schema } from "effect"
import { defineError } from "./defineError.js"
import { EmailStatus } from "./emails.js"
import { type Period, periodNames, periods } from "./enumerations.js"
import { count, instant, list, named, orNull, queryWarnings, text } from "./members.js"

// Narrower than the check: core refuses unknown periods with `InvalidPeriod`.
const anyPeriod = (usual: Period) =>
  Schema.String.annotate({
    jsonSchema: { type: "string", enum: periodNames, default: usual }
  }) as Schema.Codec<string> as Schema.Codec<Period>

const shownPeriod = Schema.Literals(periodNames).annotate({
  description: "The requested window."
})

export const SummaryRequest = named("SummaryRequest", {
  period: Schema.optional(anyPeriod("30d")).annotateKey({
    description: "The length of the window, which ends now."
  })
})
export type SummaryRequest = typeof SummaryRequest.Type

export const MonthlyUsage = named("MonthlyUsage", {
  month: text("Such as 2026-11."),
  sent: count("The recipients that were queued."),
  limit: orNull(count("The month's limit; null if there is none."))
})
export type MonthlyUsage = typeof MonthlyUsage.Type

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

export const AnalyticsSummary = named("AnalyticsSummary", {
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
  monthly_usage: list(MonthlyUsage, "The last twelve months with traffic."),
  ...queryWarnings
})
export type AnalyticsSummary = typeof AnalyticsSummary.Type

const dividedBy = (interval: "hour" | "day"): ReadonlyArray<Period> =>
  periodNames.filter((name) => periods[name].interval === interval)

const lengths = (interval: "hour" | "day", hours: number): string =>
  dividedBy(interval)
    .map((name) => String(periods[name].hours / hours))
    .join(" or ")

export const SeriesRequest = named("SeriesRequest", {
  period: Schema.optional(anyPeriod("30d")).annotateKey({
    description: `The length of the window: ${lengths("hour", 1)} hours, or ${lengths("day", 24)} days. The last of them is the present one.`
  })
})
export type SeriesRequest = typeof SeriesRequest.Type

/** By their present status. */
export const AnalyticsPoint = named("AnalyticsPoint", {
  start: instant("When the hour or day begins (UTC)."),
  sent: count("Messages that a next hop accepted."),
  delivered: count("Of these, those that were reported as delivered."),
  bounced: count("Of these, those that bounced."),
  complained: count(
    "Of these, those that were reported as spam; they are counted as delivered, too."
  ),
  failed: count("Messages that failed, without cancelled ones."),
  opened: count("Messages that a person has opened."),
  clicked: count("Messages with a link that a person has followed."),
  unsubscribed: count("Messages whose recipient has unsubscribed by them.")
})
export type AnalyticsPoint = typeof AnalyticsPoint.Type

export const AnalyticsSeries = named("AnalyticsSeries", {
  period: shownPeriod,
  interval: Schema.Literals(["hour", "day"]).annotate({
    description: `\`hour\` for ${dividedBy("hour").join(" and ")}, \`day\` for ${dividedBy("day").join(" and ")}.`
  }),
  data: list(AnalyticsPoint, "Each hour or day, the oldest first, also those without mail."),
  ...queryWarnings
})
export type AnalyticsSeries = typeof AnalyticsSeries.Type

export const DeliveryRequest = named("DeliveryRequest", {
  period: Schema.optional(anyPeriod("24h")).annotateKey({
    description: "The length of the window, which ends now and begins with a whole hour."
  })
})
export type DeliveryRequest = typeof DeliveryRequest.Type

export const HandoverTimes = Schema.Struct({
  count: count("Messages created in the window that a next hop accepted."),
  p50: orNull(
    count("Milliseconds within which half of them were handed over; null if there are none.")
  ),
  p95: orNull(
    count("Milliseconds within which 95 % of them were handed over; null if there are none.")
  )
}).annotate({
  identifier: "HandoverTimes",
  description:
    "Milliseconds from the acceptance of a message, or from the time for which it was scheduled, to its acceptance by the next hop. " +
    "Estimated from counts of ranges such as 200 to 500 ms; times over 12 hours count as 12 hours."
})
export type HandoverTimes = typeof HandoverTimes.Type

export const DeliveryFigures = named("DeliveryFigures", {
  period: shownPeriod,
  queued: count("Messages that wait for their first attempt, without scheduled ones."),
  sending: count("Messages in flight."),
  deferred: count("Messages that wait for another attempt."),
  scheduled: count("Messages whose time hasn't come."),
  oldest_due_at: orNull(
    instant("Since when the message is due that has waited longest; null if none is due.")
  ),
  own_server: orNull(
    Schema.Literals(["ok", "refused"]).annotate({
      description:
        "Whether the tenant's own SMTP server accepted the login when last used; if it refused, mail waits. Null if the tenant has none."
    })
  ),
  handover_ms: HandoverTimes,
  ...queryWarnings
})
export type DeliveryFigures = typeof DeliveryFigures.Type

const names = [...periodNames]
const last = names.pop() ?? ""

const wrong = `period must be one of ${periodNames.join(", ")}` as const

export class InvalidPeriod extends defineError("InvalidPeriod", {
  status: 400,
  code: wrong,
  description: "There is no such reporting window.",
  message: wrong,
  sentence: `There is no such reporting window: give \`period\` as ${names.join(", ")} or ${last}, or leave it out.`
}) {}
