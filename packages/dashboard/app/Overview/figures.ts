import type { AnalyticsSummary } from "@telemark/client"

export type FigureName = "sent" | "delivered" | "bounced" | "complained" | "failed"

/** A number of messages, as a share of others, and how much of them is too much. */
export interface Figure {
  readonly name: FigureName
  readonly count: number
  /** As a fraction; null if it says nothing: of what is shown whole, or of nothing. */
  readonly rate: number | null
  /** The share above which mailbox providers object; null if there is none. */
  readonly limit: number | null
  readonly level: "good" | "warn" | "bad" | "neutral"
}

/** What mailbox providers ask of senders: the limits of the reputation guard. */
const limits = {
  bounced: { warn: 0.025, max: 0.05 },
  complained: { warn: 0.001, max: 0.003 }
} as const

/** Of fewer messages, no rate is judged. */
const leastSent = 100

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

const judge = (name: keyof typeof limits, count: number, sent: number): Figure => {
  const { max, warn } = limits[name]
  const rate = share(count, sent)
  const isJudged = rate !== null && sent >= leastSent
  return {
    name,
    count,
    rate,
    limit: max,
    level: isJudged && rate > max ? "bad" : isJudged && rate > warn ? "warn" : "neutral"
  }
}

/** The figures of a period, in the order in which they are shown. */
export const figuresOf = ({
  bounced,
  delivered,
  failed,
  statuses,
  total_sent
}: Pick<
  AnalyticsSummary,
  "total_sent" | "delivered" | "bounced" | "failed" | "statuses"
>): ReadonlyArray<Figure> => [
  { name: "sent", count: total_sent, rate: null, limit: null, level: "neutral" },
  {
    name: "delivered",
    count: delivered,
    rate: delivered === 0 ? null : share(delivered, total_sent),
    limit: null,
    level: "neutral"
  },
  judge("bounced", bounced, total_sent),
  judge("complained", statuses.complained, total_sent),
  {
    name: "failed",
    count: failed,
    rate: share(failed, total_sent + failed),
    limit: null,
    level: "neutral"
  }
]

/** Whether the tenant has never sent anything. */
export const isUnused = ({
  monthly_usage,
  statuses
}: Pick<AnalyticsSummary, "monthly_usage" | "statuses">): boolean =>
  monthly_usage.length === 0 && Object.values(statuses).every((count) => count === 0)
