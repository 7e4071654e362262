import {
  minSentToJudge,
  type ReputationLevel,
  type ReputationLimit,
  reputationLimits,
  type ReputationMeasure
} from "@telemark/contract"
import type { MailCounts, ReputationWindow, WindowCounts } from "./MailCounts.js"

/** A limit that is exceeded. */
export interface Excess {
  readonly measure: ReputationMeasure
  readonly window: ReputationWindow
  readonly level: Exclude<ReputationLevel, "ok">
  /** Complaints or bounces, of how many messages sent. */
  readonly count: number
  readonly sent: number
}

const countOf = (measure: ReputationMeasure, { bounced, complained }: MailCounts): number =>
  measure === "complaints" ? complained : bounced

/**
 * A part as a fraction; 0 of nothing. Reports about mail of longer ago may be more than was sent:
 * then it is 1.
 */
export const rateOf = (part: number, sent: number): number =>
  part === 0 ? 0 : part >= sent ? 1 : part / sent

const levelOf = (
  { measure, minCount, rates }: ReputationLimit,
  counts: MailCounts
): ReputationLevel => {
  const count = countOf(measure, counts)
  const rate = rateOf(count, counts.sent)
  const exceeds = (level: "warn" | "pause"): boolean =>
    rate > rates[level] && count >= minCount[level]
  if (counts.sent < minSentToJudge) return "ok"
  return exceeds("pause") ? "pause" : exceeds("warn") ? "warn" : "ok"
}

const excessOf = (limit: ReputationLimit, counts: MailCounts): ReadonlyArray<Excess> => {
  const level = levelOf(limit, counts)
  return level === "ok"
    ? []
    : [
        {
          measure: limit.measure,
          window: limit.window,
          level,
          count: countOf(limit.measure, counts),
          sent: counts.sent
        }
      ]
}

/**
 * The limits that these figures exceed: those at which sending is paused first, and complaints
 * before bounces.
 */
export const judgeReputation = (counts: WindowCounts): ReadonlyArray<Excess> => {
  const found = reputationLimits.flatMap((limit) => excessOf(limit, counts[limit.window]))
  return [
    ...found.filter(({ level }) => level === "pause"),
    ...found.filter(({ level }) => level === "warn")
  ]
}

/** The level of these figures, over all windows or over one of them. */
export const levelIn = (counts: WindowCounts, window?: ReputationWindow): ReputationLevel =>
  judgeReputation(counts).find((excess) => window === undefined || excess.window === window)
    ?.level ?? "ok"
