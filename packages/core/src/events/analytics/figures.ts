import {
  type AnalyticsPoint,
  type AnalyticsSeries,
  type AnalyticsSummary,
  type DeliveryFigures,
  type EmailStatus,
  emailStatuses,
  type MonthlyUsage,
  type Period,
  periods,
  timestamp
} from "@telemark/contract"
import { deliveryTimeQuantile, type MessageCounts } from "./countedAs.js"
import { type CountPeriod, millisOf, startOf } from "./periodCounts.js"

/** UTC, epoch milliseconds. */
export interface CountedPeriod {
  readonly starts_at: number
  readonly counts: MessageCounts
}

/** By status. */
export interface WaitingMessages {
  /** Waiting for their first attempt, scheduled ones included. */
  readonly queued: number
  readonly sending: number
  readonly deferred: number
  /** Later than now, and due: each up to the maximum that was asked for. */
  readonly scheduled: number
  readonly due: number
  /** Of the first that is due, in epoch milliseconds. */
  readonly oldest_due_at: number | null
}

/** Of a period that ends now, or the one before it (`back` 2). */
export const periodStart = (period: Period, now: number, back: 1 | 2 = 1): number =>
  now - back * periods[period].hours * millisOf.hour

/**
 * A complaint implies a delivery; a cancelled message is `failed`, but not counted as a failure.
 */
const outcomesOf = (counts: MessageCounts) => {
  const count = (status: EmailStatus | "cancelled"): number => counts.get(status) ?? 0
  return {
    sent: count("sent") + count("delivered") + count("bounced") + count("complained"),
    delivered: count("delivered") + count("complained"),
    bounced: count("bounced"),
    complained: count("complained"),
    failed: count("failed") - count("cancelled")
  }
}

const engagementOf = (counts: MessageCounts) => ({
  opened: counts.get("opened") ?? 0,
  clicked: counts.get("clicked") ?? 0,
  unsubscribed: counts.get("unsubscribed") ?? 0
})

/** Those since its beginning, without the period's own. */
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

/** `sinceBefore`: the counts since the beginning of the period before. */
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
    ...engagementOf(counts),
    complaint_rate: sent === 0 ? 0 : complained / sent,
    statuses: Object.fromEntries(
      emailStatuses.map((status) => [status, counts.get(status) ?? 0])
    ) as Record<EmailStatus, number>,
    before: outcomesBefore(sinceBefore, counts),
    monthly_usage
  }
}

/** The last hour or day is the present one. Times are epoch milliseconds. */
interface Division {
  readonly interval: CountPeriod
  readonly starts: ReadonlyArray<number>
}

/** UTC. */
export const divide = (period: Period, now: number): Division => {
  const { hours, interval } = periods[period]
  const millis = millisOf[interval]
  const length = (hours * millisOf.hour) / millis
  const last = startOf(interval, now)
  return {
    interval,
    starts: Array.from({ length }, (_, index) => last - (length - 1 - index) * millis)
  }
}

const nothing: MessageCounts = new Map()

const pointOf = (start: number, counts: MessageCounts): AnalyticsPoint => {
  const { bounced, complained, delivered, failed, sent } = outcomesOf(counts)
  return {
    start: timestamp(start),
    sent,
    delivered,
    bounced,
    complained,
    failed,
    ...engagementOf(counts)
  }
}

/** With zeros for those without messages. */
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

/** An index has so many in a few milliseconds. */
export const maxWaitingCounted = 50_000

/**
 * Those whose time has come, and the others. If there are too many of one to count, the other says
 * it.
 */
export const splitQueued = (
  { due, queued, scheduled }: WaitingMessages,
  max: number
): { readonly queued: number; readonly scheduled: number } => {
  if (scheduled < max) return { queued: Math.max(0, queued - scheduled), scheduled }
  // Some of those that are due may be deferred.
  const waiting = Math.min(due, queued)
  return { queued: waiting, scheduled: Math.max(scheduled, queued - waiting) }
}

/** `times`: counts by range of `deliveryTimeLimits`. */
export const deliveryFigures = (
  period: Period,
  waiting: WaitingMessages,
  times: ReadonlyArray<number>,
  ownServer: { readonly verified: boolean } | undefined
): DeliveryFigures => ({
  period,
  ...splitQueued(waiting, maxWaitingCounted),
  sending: waiting.sending,
  deferred: waiting.deferred,
  oldest_due_at: waiting.oldest_due_at === null ? null : timestamp(waiting.oldest_due_at),
  own_server: ownServer === undefined ? null : ownServer.verified ? "ok" : "refused",
  handover_ms: {
    count: times.reduce((sum, count) => sum + count, 0),
    p50: deliveryTimeQuantile(times, 0.5),
    p95: deliveryTimeQuantile(times, 0.95)
  }
})
