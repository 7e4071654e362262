import { type EmailStatus, emailStatuses, type Engagement, engagements } from "@telemark/contract"

/**
 * Their status, `cancelled` beside `failed` if somebody cancelled them, and what people did with
 * them.
 */
export type CountedAs = EmailStatus | "cancelled" | Engagement

/** A missing entry means 0. */
export type MessageCounts = ReadonlyMap<CountedAs, number>

/**
 * Milliseconds at which the ranges of times from acceptance to the next hop end; the last has no
 * end. Each has a column `handover_…`.
 */
export const deliveryTimeLimits = [
  20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 1_800_000, 7_200_000,
  43_200_000
] as const

export interface DeliveryTimestamps {
  readonly created_at: number
  readonly scheduled_at?: number | null | undefined
  /** Null if the next hop hasn't accepted it. */
  readonly sent_at: number | null
}

/**
 * Undefined if the next hop hasn't accepted the message. Scheduled mail is awaited from its time
 * on.
 */
export const deliveryTimeRange = ({
  created_at,
  scheduled_at,
  sent_at
}: DeliveryTimestamps): number | undefined => {
  if (sent_at === null) return undefined
  const took = sent_at - Math.max(created_at, scheduled_at ?? created_at)
  const index = deliveryTimeLimits.findIndex((limit) => took <= limit)
  return index === -1 ? deliveryTimeLimits.length : index
}

/**
 * Whole milliseconds, as if the times of each range were spread evenly; null without messages. Of
 * the last range, only its beginning is known.
 */
export const deliveryTimeQuantile = (
  counts: ReadonlyArray<number>,
  part: number
): number | null => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total <= 0) return null
  const wanted = total * part
  let before = 0
  for (const [index, limit] of deliveryTimeLimits.entries()) {
    const count = counts[index] ?? 0
    const from = deliveryTimeLimits[index - 1] ?? 0
    if (count > 0 && before + count >= wanted)
      return Math.round(from + ((limit - from) * (wanted - before)) / count)
    before += count
  }
  return deliveryTimeLimits.at(-1) ?? 0
}

export type DeliveryTimeColumn = `handover_${(typeof deliveryTimeLimits)[number] | "more"}`

/** Columns of `email_counts`. */
export type CountColumn = CountedAs | DeliveryTimeColumn

/** What `countByStatus` counts. */
export const shownColumns: ReadonlyArray<CountedAs> = [
  ...emailStatuses,
  "cancelled",
  ...engagements
]

export const deliveryTimeColumns: ReadonlyArray<DeliveryTimeColumn> = [
  ...deliveryTimeLimits.map((limit) => `handover_${limit}` as const),
  "handover_more"
]

/** These change while a message is accepted and claimed; the others have a default. */
export const statusColumns: ReadonlyArray<CountColumn> = [...emailStatuses, "cancelled"]

export const countedColumns: ReadonlyArray<CountColumn> = [...shownColumns, ...deliveryTimeColumns]

export const perColumn = <A>(make: (column: CountColumn) => A): Record<CountColumn, A> =>
  Object.fromEntries(countedColumns.map((column) => [column, make(column)])) as Record<
    CountColumn,
    A
  >

/** Over rows of `countedRows`. */
export const countedHere = (columns: ReadonlyArray<CountColumn>): string =>
  columns.map((column) => `COUNT(*) FILTER (WHERE status = '${column}') AS ${column}`).join(", ")

/** Of `emails.engagement`. */
const bits: Readonly<Record<Engagement, number>> = { opened: 1, clicked: 2, unsubscribed: 4 }

export const withEngagement = (before: number, engagement: Engagement | null = null): number =>
  engagement === null ? before : before | bits[engagement]

export const engagementColumnsOf = (engagement: number): ReadonlyArray<Engagement> =>
  engagements.filter((name) => (engagement & bits[name]) !== 0)

export const engagementConditions = engagements.map((name) => ({
  name,
  condition: `(engagement & ${String(bits[name])}) > 0`
}))

export const deliveryTimeColumnsOf = (
  times: DeliveryTimestamps
): ReadonlyArray<DeliveryTimeColumn> => {
  const range = deliveryTimeRange(times)
  const column = range === undefined ? undefined : deliveryTimeColumns[range]
  return column === undefined ? [] : [column]
}

export const deliveryTimeColumnHere = `CASE ${deliveryTimeLimits.map((limit) => `WHEN took <= ${String(limit)} THEN 'handover_${String(limit)}'`).join(" ")} ELSE 'handover_more' END`
