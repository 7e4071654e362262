import type { ReputationSummary } from "@telemark/client"
import {
  minSentToJudge,
  type ReputationLimit,
  reputationLimits,
  type ReputationMeasure
} from "@telemark/contract"

export type Window = ReputationLimit["window"]
export type WindowFigures = ReputationSummary[Window]

/** Why figures have their level. */
export type Judgement =
  | { readonly _tag: "Fine" }
  /** Too few messages to judge. */
  | { readonly _tag: "Few"; readonly minSent: number }
  | {
      readonly _tag: "Above"
      readonly measure: ReputationMeasure
      /** The share that is exceeded. */
      readonly limit: number
      /** Above the upper limit, too, but with fewer than so many bounces or spam reports. */
      readonly fewerThan: number | null
    }

const judge = (
  { measure, minCount, rates }: ReputationLimit,
  figures: WindowFigures
): Extract<Judgement, { readonly _tag: "Above" }> | undefined => {
  const [rate, count] =
    measure === "bounces"
      ? [figures.bounce_rate, figures.bounced]
      : [figures.complaint_rate, figures.complained]
  const exceeds = (level: "warn" | "pause") => rate > rates[level] && count >= minCount[level]
  if (exceeds("pause")) return { _tag: "Above", measure, limit: rates.pause, fewerThan: null }
  if (!exceeds("warn")) return undefined
  return rate > rates.pause
    ? { _tag: "Above", measure, limit: rates.pause, fewerThan: minCount.pause }
    : { _tag: "Above", measure, limit: rates.warn, fewerThan: null }
}

/** Which limit of a window its figures exceed, so that equal rates with unequal levels explain themselves. */
export const judgementOf = (window: Window, figures: WindowFigures): Judgement => {
  if (figures.sent < minSentToJudge) return { _tag: "Few", minSent: minSentToJudge }
  const found = reputationLimits
    .filter((limit) => limit.window === window)
    .flatMap((limit) => judge(limit, figures) ?? [])
  const isWorst = ({ fewerThan, limit }: (typeof found)[number]) =>
    fewerThan === null && reputationLimits.some(({ rates }) => rates.pause === limit)
  return found.find(isWorst) ?? found[0] ?? { _tag: "Fine" }
}
