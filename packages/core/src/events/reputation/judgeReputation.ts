import {
  minSentToJudge,
  type ReputationFigures,
  type ReputationLevel,
  type ReputationLimit,
  reputationLimits,
  type ReputationMeasure,
  type ReputationSummary,
  timestamp
} from "@telemark/contract"
import type { TenantPause } from "../../accounts/tenants/Tenant.js"
import {
  type MailCounts,
  perWindow,
  type ReputationWindow,
  type TenantCounts,
  type WindowCounts
} from "./countedMail.js"

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
const rateOf = (part: number, sent: number): number =>
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

const nouns = { complaints: "complaints", bounces: "hard bounces" } as const

const spans = { hour: "an hour", day: "24 hours", week: "7 days" } as const

/** A fraction as a percentage of at most two decimals. */
export const percent = (rate: number): string => `${String(Math.round(rate * 10_000) / 100)} %`

/**
 * An excess in words, such as
 * `12 complaints of 2400 messages in 24 hours (0.5 %; the limit is 0.3 %)`.
 */
export const describeExcess = ({ count, level, measure, sent, window }: Excess): string => {
  const limit =
    reputationLimits.find((one) => one.measure === measure && one.window === window)?.rates[
      level
    ] ?? 0
  return `${String(count)} ${nouns[measure]} of ${String(sent)} messages in ${spans[window]} (${percent(rateOf(count, sent))}; the limit is ${percent(limit)})`
}

const figuresOf = (counts: WindowCounts, window: ReputationWindow): ReputationFigures => {
  const { bounced, complained, sent } = counts[window]
  return {
    sent,
    bounced,
    complained,
    bounce_rate: rateOf(bounced, sent),
    complaint_rate: rateOf(complained, sent),
    level: levelIn(counts, window)
  }
}

const windowFigures = (counts: WindowCounts) => perWindow((window) => figuresOf(counts, window))

/** The figures of a tenant as it sees them itself. */
export const summarizeReputation = (
  { domains, total }: TenantCounts,
  paused: TenantPause | undefined
): ReputationSummary => {
  const levels = [levelIn(total), ...domains.map(({ counts }) => levelIn(counts))]
  return {
    level: levels.includes("pause") ? "pause" : levels.includes("warn") ? "warn" : "ok",
    paused: paused === undefined ? null : { reason: paused.reason, since: timestamp(paused.at) },
    ...windowFigures(total),
    domains: domains.map(({ counts, domain }) => ({
      domain,
      level: levelIn(counts),
      ...windowFigures(counts)
    }))
  }
}
