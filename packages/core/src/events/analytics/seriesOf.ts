import {
  type AnalyticsPoint,
  type AnalyticsSeries,
  type Engagement,
  type Period,
  periods,
  timestamp
} from "@telemark/contract"
import type { CountedPeriod, MessageCounts } from "./AnalyticsStore.js"
import { outcomesOf } from "./summarize.js"

const hourMillis = 60 * 60 * 1000
const dayMillis = 24 * hourMillis

/**
 * How a period is divided: the last hour or day is the present one. Times are epoch milliseconds.
 */
export interface Division {
  readonly interval: "hour" | "day"
  readonly starts: ReadonlyArray<number>
}

/** The hours or days of a period (UTC). */
export const divide = (period: Period, now: number): Division => {
  const { hours, interval } = periods[period]
  const millis = interval === "hour" ? hourMillis : dayMillis
  const length = (hours * hourMillis) / millis
  const last = Math.floor(now / millis) * millis
  return {
    interval,
    starts: Array.from({ length }, (_, index) => last - (length - 1 - index) * millis)
  }
}

const nothing: MessageCounts = new Map()

const pointOf = (start: number, counts: MessageCounts): AnalyticsPoint => {
  const { bounced, complained, delivered, failed, sent } = outcomesOf(counts)
  const count = (name: Engagement) => counts.get(name) ?? 0
  return {
    start: timestamp(start),
    sent,
    delivered,
    bounced,
    complained,
    failed,
    opened: count("opened"),
    clicked: count("clicked"),
    unsubscribed: count("unsubscribed")
  }
}

/** The counts of each hour or day of a period, with zeros for those without messages. */
export const seriesOf = (
  period: Period,
  { interval, starts }: Division,
  counted: ReadonlyArray<CountedPeriod>
): AnalyticsSeries => {
  const found = new Map(counted.map(({ counts, starts_at }) => [starts_at, counts]))
  return {
    period,
    interval,
    data: starts.map((start) => pointOf(start, found.get(start) ?? nothing))
  }
}
