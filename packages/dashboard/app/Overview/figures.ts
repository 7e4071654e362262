import type { AnalyticsSummary } from "@telemark/client"
import { minSentToJudge, reputationLimits } from "@telemark/contract"

/** The figures in the order in which they are shown. */
export const figureNames = ["sent", "delivered", "bounced", "complained", "failed"] as const
export type FigureName = (typeof figureNames)[number]
type Level = "good" | "warn" | "bad" | "neutral"

/** How a figure differs from the period before. */
export interface Change {
  /** `count`: by which part of the former count; `rate`: by how much the rate differs. */
  readonly of: "count" | "rate"
  readonly by: number
  readonly level: "good" | "bad" | "neutral"
}

/** A number of messages, as a share of others, and how much of them is too much. */
export interface Figure {
  readonly name: FigureName
  readonly count: number
  /** As a fraction; null if it says nothing: of what is shown whole, or of nothing. */
  readonly rate: number | null
  /** The share above which mailbox providers object; null if there is none. */
  readonly limit: number | null
  readonly level: Level
  /** Null if there is nothing to compare with. */
  readonly change: Change | null
}

type Counts = Readonly<Record<FigureName, number>>

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** Of what was sent; of what failed, of what was attempted. */
const rateOf = (name: FigureName, counts: Counts): number | null =>
  name === "sent"
    ? null
    : name === "failed"
      ? share(counts.failed, counts.sent + counts.failed)
      : share(counts[name], counts.sent)

/** Deliveries that nobody reports are no fall to 0. */
const isKnown = (name: FigureName, counts: Counts): boolean =>
  name !== "delivered" || counts.delivered > 0

const isMeasured = ({ sent }: Counts): boolean => sent >= minSentToJudge

const changeOf = (name: FigureName, now: Counts, before: Counts): Change | null => {
  if (name === "sent")
    return before.sent === 0
      ? null
      : { of: "count", by: now.sent / before.sent - 1, level: "neutral" }
  const [rate, former] = [rateOf(name, now), rateOf(name, before)]
  if (rate === null || former === null || !isKnown(name, now) || !isKnown(name, before)) return null
  const by = rate - former
  const isBetter = name === "delivered" ? by > 0 : by < 0
  const level = by === 0 || !isMeasured(now) || !isMeasured(before) ? "neutral" : undefined
  return { of: "rate", by, level: level ?? (isBetter ? "good" : "bad") }
}

/** What the reputation guard asks of spam reports; hard bounces have no figure of their own here. */
const complaintRates = reputationLimits.find(({ measure }) => measure === "complaints")?.rates

const levelOf = (name: FigureName, rate: number | null, counts: Counts): Level =>
  name !== "complained" || rate === null || complaintRates === undefined || !isMeasured(counts)
    ? "neutral"
    : rate > complaintRates.pause
      ? "bad"
      : rate > complaintRates.warn
        ? "warn"
        : "neutral"

/** The figures of a period beside those of the one before. */
export const figuresOf = ({
  before,
  bounced,
  delivered,
  failed,
  statuses,
  total_sent
}: Pick<
  AnalyticsSummary,
  "total_sent" | "delivered" | "bounced" | "failed" | "statuses" | "before"
>): ReadonlyArray<Figure> => {
  const counts: Counts = {
    sent: total_sent,
    delivered,
    bounced,
    complained: statuses.complained,
    failed
  }
  const former: Counts = { ...before, sent: before.total_sent }
  return figureNames.map((name) => {
    const rate = isKnown(name, counts) ? rateOf(name, counts) : null
    return {
      name,
      count: counts[name],
      rate,
      limit: name === "complained" ? (complaintRates?.pause ?? null) : null,
      level: levelOf(name, rate, counts),
      change: changeOf(name, counts, former)
    }
  })
}

/** Whether the tenant has never sent anything. */
export const isUnused = ({
  monthly_usage,
  statuses
}: Pick<AnalyticsSummary, "monthly_usage" | "statuses">): boolean =>
  monthly_usage.length === 0 && Object.values(statuses).every((count) => count === 0)
