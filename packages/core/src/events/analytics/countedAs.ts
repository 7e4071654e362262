import { type EmailStatus, emailStatuses } from "@telemark/contract"

/** What a person may do with a message, once counted for each message. */
export const engagements = ["opened", "clicked", "unsubscribed"] as const
export type Engagement = (typeof engagements)[number]

/**
 * What messages are counted as: their status, `cancelled` beside `failed` if somebody cancelled
 * them, and what people did with them.
 */
export type CountedAs = EmailStatus | "cancelled" | Engagement

/** Counts of messages. A missing entry means 0. */
export type MessageCounts = ReadonlyMap<CountedAs, number>

/**
 * The ranges in which times from acceptance to delivery to the next hop are counted end at these
 * milliseconds; the last range has no end. Each has a column `handover_…`.
 */
export const deliveryTimeLimits = [
  20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 1_800_000, 7_200_000,
  43_200_000
] as const

/** Times of a message, in epoch milliseconds. */
export interface DeliveryTimestamps {
  readonly created_at: number
  readonly scheduled_at?: number | null | undefined
  /** When the next hop accepted it; null if it hasn't. */
  readonly sent_at: number | null
}

/**
 * The index of the range in which a message is counted; undefined if the next hop hasn't accepted
 * it. Scheduled mail is awaited from its time on.
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
 * The time within which that part of the messages was delivered, in whole milliseconds, as if the
 * times of each range were spread evenly; null if there are no messages. Of the last range, only
 * its beginning is known.
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

/** The counters of a period: columns of `email_counts`. */
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

/** Those that change while a message is accepted and claimed; the others have a default. */
export const statusColumns: ReadonlyArray<CountColumn> = [...emailStatuses, "cancelled"]

export const countedColumns: ReadonlyArray<CountColumn> = [...shownColumns, ...deliveryTimeColumns]

export const perColumn = <A>(make: (column: CountColumn) => A): Record<CountColumn, A> =>
  Object.fromEntries(countedColumns.map((column) => [column, make(column)])) as Record<
    CountColumn,
    A
  >

/** Counts each column over rows of `countedRows`. */
export const countedHere = (columns: ReadonlyArray<CountColumn>): string =>
  columns.map((column) => `COUNT(*) FILTER (WHERE status = '${column}') AS ${column}`).join(", ")

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

export const deliveryTimeColumnsOf = (
  times: DeliveryTimestamps
): ReadonlyArray<DeliveryTimeColumn> => {
  const range = deliveryTimeRange(times)
  const column = range === undefined ? undefined : deliveryTimeColumns[range]
  return column === undefined ? [] : [column]
}

/** The column of a time `took` in milliseconds, as `deliveryTimeRange` chooses it. */
export const deliveryTimeColumnHere = `CASE ${deliveryTimeLimits.map((limit) => `WHEN took <= ${String(limit)} THEN 'handover_${String(limit)}'`).join(" ")} ELSE 'handover_more' END`
