import { reputationLimits } from "@telemark/contract"
import { type Excess, rateOf } from "./judge.js"

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
