import type { FeedbackResult } from "@telemark/core"
import type { Returned } from "@telemark/feedback"

type Outcome = FeedbackResult["outcome"]

/** What was read, in numbers. */
export interface Tally {
  readonly messages: number
  /** Reports by outcome; in a trial run, `found` alone. */
  readonly reports: Readonly<Partial<Record<Outcome | "found", number>>>
  /** Automatic replies, receipts and feedback that says nothing about the recipient. */
  readonly ignored: number
  /** Messages that report nothing that can be read. */
  readonly unread: number
}

export const noMail: Tally = { messages: 0, reports: {}, ignored: 0, unread: 0 }

const plus = (
  counts: Tally["reports"],
  more: ReadonlyArray<Outcome | "found">
): Tally["reports"] => {
  const sum = { ...counts }
  for (const each of more) sum[each] = (sum[each] ?? 0) + 1
  return sum
}

const count = (readings: ReadonlyArray<Returned>, tag: Returned["_tag"]): number =>
  readings.filter(({ _tag }) => _tag === tag).length

/** Adds messages, and the outcomes of their reports. */
export const addTo = (
  tally: Tally,
  readings: ReadonlyArray<Returned>,
  outcomes: ReadonlyArray<Outcome | "found">
): Tally => ({
  messages: tally.messages + readings.length,
  reports: plus(tally.reports, outcomes),
  ignored: tally.ignored + count(readings, "Ignored"),
  unread: tally.unread + count(readings, "Unknown")
})

/** Adds two tallies. */
export const sumOf = (one: Tally, other: Tally): Tally => ({
  messages: one.messages + other.messages,
  reports: Object.fromEntries(
    [
      ...new Set([
        ...Object.keys(one.reports),
        ...Object.keys(other.reports)
      ] as ReadonlyArray<Outcome>)
    ].map((outcome) => [outcome, (one.reports[outcome] ?? 0) + (other.reports[outcome] ?? 0)])
  ),
  ignored: one.ignored + other.ignored,
  unread: one.unread + other.unread
})
