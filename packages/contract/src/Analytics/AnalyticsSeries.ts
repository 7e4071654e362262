import { Schema } from "effect"
import { type Period, periodNames, periods } from "../enumerations.js"
import { count, instant, queryWarnings } from "../members.js"
import { anyPeriod, shownPeriod } from "./AnalyticsSummary.js"

const dividedBy = (interval: "hour" | "day"): ReadonlyArray<Period> =>
  periodNames.filter((name) => periods[name].interval === interval)

const lengths = (interval: "hour" | "day", hours: number): string =>
  dividedBy(interval)
    .map((name) => String(periods[name].hours / hours))
    .join(" or ")

/** The window to divide. An unknown period fails with `InvalidPeriod`. */
export const SeriesRequest = Schema.Struct({
  period: Schema.optional(anyPeriod("30d")).annotateKey({
    description: `The length of the window: ${lengths("hour", 1)} hours, or ${lengths("day", 24)} days. The last of them is the present one.`
  })
}).annotate({ identifier: "SeriesRequest" })
export type SeriesRequest = typeof SeriesRequest.Type

/** Counts of the messages created in one hour or day, by their present status. */
export const AnalyticsPoint = Schema.Struct({
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
}).annotate({ identifier: "AnalyticsPoint" })
export type AnalyticsPoint = typeof AnalyticsPoint.Type

/** A window's counts by hour or day. */
export const AnalyticsSeries = Schema.Struct({
  period: shownPeriod,
  interval: Schema.Literals(["hour", "day"]).annotate({
    description: `\`hour\` for ${dividedBy("hour").join(" and ")}, \`day\` for ${dividedBy("day").join(" and ")}.`
  }),
  data: Schema.Array(AnalyticsPoint).annotate({
    description: "Each hour or day, the oldest first, also those without mail."
  }),
  ...queryWarnings
}).annotate({ identifier: "AnalyticsSeries" })
export type AnalyticsSeries = typeof AnalyticsSeries.Type
