import { emailStatuses, type Engagement, engagements } from "@telemark/contract"
import type { CountedAs } from "../analytics/AnalyticsStore.js"
import { handoverLimits, handoverRangeOf, type HandoverTimestamps } from "../analytics/handover.js"

/** A range of times from acceptance to handover: up to so many milliseconds, or more. */
export type HandoverColumn = `handover_${(typeof handoverLimits)[number] | "more"}`

/** What messages are counted as. */
export type Counted = CountedAs | HandoverColumn

/** What `countByStatus` counts. */
export const shownColumns: ReadonlyArray<CountedAs> = [
  ...emailStatuses,
  "cancelled",
  ...engagements
]

export const handoverColumns: ReadonlyArray<HandoverColumn> = [
  ...handoverLimits.map((limit) => `handover_${limit}` as const),
  "handover_more"
]

/** Those that change while a message is accepted and claimed; the others have a default. */
export const statusColumns: ReadonlyArray<Counted> = [...emailStatuses, "cancelled"]

export const countedColumns: ReadonlyArray<Counted> = [...shownColumns, ...handoverColumns]

export const perColumn = <A>(make: (column: Counted) => A): Record<Counted, A> =>
  Object.fromEntries(countedColumns.map((column) => [column, make(column)])) as Record<Counted, A>

export const eachColumn = <Of extends Counted>(
  columns: ReadonlyArray<Of>,
  say: (column: Of) => string,
  between = ", "
): string => columns.map(say).join(between)

/** Counts each column over rows of `countedRows`. */
export const countedHere = (columns: ReadonlyArray<Counted>): string =>
  eachColumn(columns, (column) => `COUNT(*) FILTER (WHERE status = '${column}') AS ${column}`)

/** The bits of `emails.engagement`. */
const bits: Readonly<Record<Engagement, number>> = { opened: 1, clicked: 2, unsubscribed: 4 }

export const withEngagement = (before: number, engagement: Engagement | null = null): number =>
  engagement === null ? before : before | bits[engagement]

export const engagementColumnsOf = (engagement: number): ReadonlyArray<Engagement> =>
  engagements.filter((name) => (engagement & bits[name]) !== 0)

/** Each, and the condition of its bit. */
export const engagementConditions = engagements.map((name) => ({
  name,
  condition: `(engagement & ${String(bits[name])}) > 0`
}))

export const handoverColumnsOf = (times: HandoverTimestamps): ReadonlyArray<HandoverColumn> => {
  const range = handoverRangeOf(times)
  const column = range === undefined ? undefined : handoverColumns[range]
  return column === undefined ? [] : [column]
}

/** The column of a time `took` in milliseconds, as `handoverRangeOf` chooses it. */
export const handoverColumnHere = `CASE ${handoverLimits.map((limit) => `WHEN took <= ${String(limit)} THEN 'handover_${String(limit)}'`).join(" ")} ELSE 'handover_more' END`
