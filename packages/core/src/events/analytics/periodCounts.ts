import type { EmailStatus, FailureCode } from "@telemark/contract"
import {
  type CountColumn,
  countedColumns,
  deliveryTimeColumnsOf,
  type DeliveryTimestamps,
  engagementColumnsOf,
  perColumn
} from "./countedAs.js"

/** In UTC. */
export type CountPeriod = "hour" | "day"

export const millisOf: Readonly<Record<CountPeriod, number>> = {
  hour: 60 * 60 * 1000,
  day: 24 * 60 * 60 * 1000
}

/** Epoch milliseconds. */
export const startOf = (period: CountPeriod, instant: number): number =>
  Math.floor(instant / millisOf[period]) * millisOf[period]

/** At or after an instant. */
export const firstWhole = (period: CountPeriod, instant: number): number =>
  Math.ceil(instant / millisOf[period]) * millisOf[period]

type ColumnCounts = Readonly<Record<CountColumn, number>>

/**
 * Messages created in one period by status, or by how many that changes. A row of `email_counts`.
 */
export interface PeriodCounts extends ColumnCounts {
  readonly tenant_id: string
  readonly period: CountPeriod
  /** Epoch milliseconds. */
  readonly starts_at: number
}

const keyOf = ({ period, starts_at, tenant_id }: PeriodCounts): string =>
  `${tenant_id} ${period} ${String(starts_at)}`

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)

/** That of the primary key, in which every process locks counters: no two can deadlock. */
const inOrder = (a: PeriodCounts, b: PeriodCounts): number =>
  compare(a.tenant_id, b.tenant_id) ||
  compare(a.period, b.period) ||
  compare(a.starts_at, b.starts_at)

/** In order, without those that come to nothing. */
const sumUp = (counts: ReadonlyArray<PeriodCounts>): ReadonlyArray<PeriodCounts> => {
  const sums = new Map<string, PeriodCounts>()
  for (const one of counts) {
    const key = keyOf(one)
    const sum = sums.get(key)
    sums.set(
      key,
      sum === undefined ? one : { ...one, ...perColumn((column) => sum[column] + one[column]) }
    )
  }
  return [...sums.values()]
    .filter((sum) => countedColumns.some((column) => sum[column] !== 0))
    .sort(inOrder)
}

/** It entered the log (`from` is null), changed, or left the log (`to` is null). */
export interface Change {
  readonly tenant_id: string
  readonly created_at: number
  readonly from: EmailStatus | null
  readonly to: EmailStatus | null
  /** Only `cancelled` matters. */
  readonly codeBefore?: FailureCode | null
  readonly code?: FailureCode | null
  /** Bits; 0 by default. */
  readonly engagementBefore?: number
  readonly engagement?: number
  /** If it was handed over; else it isn't counted by how long that took. */
  readonly handedBefore?: DeliveryTimestamps
  readonly handed?: DeliveryTimestamps
}

const countedAs = (
  status: EmailStatus | null,
  code: FailureCode | null = null,
  engagement = 0,
  handed?: DeliveryTimestamps
): ReadonlyArray<CountColumn> => [
  ...(status === null
    ? []
    : status === "failed" && code === "cancelled"
      ? [status, "cancelled" as const]
      : [status]),
  ...(engagement === 0 ? [] : engagementColumnsOf(engagement)),
  ...(handed === undefined ? [] : deliveryTimeColumnsOf(handed))
]

/** And the days that they make up, in order. */
export const withDays = (hours: ReadonlyArray<PeriodCounts>): ReadonlyArray<PeriodCounts> =>
  sumUp([
    ...hours,
    ...hours.map((hour) => ({
      ...hour,
      period: "day" as const,
      starts_at: startOf("day", hour.starts_at)
    }))
  ])

const none = perColumn(() => 0)

/** Of each hour and each day, in order, without those that don't change. */
export const netChanges = (changes: ReadonlyArray<Change>): ReadonlyArray<PeriodCounts> => {
  const hours = new Map<
    string,
    Pick<PeriodCounts, "tenant_id" | "starts_at"> & { readonly net: Record<CountColumn, number> }
  >()
  for (const {
    code,
    codeBefore,
    created_at,
    engagement,
    engagementBefore,
    from,
    handed,
    handedBefore,
    tenant_id,
    to
  } of changes) {
    const starts_at = startOf("hour", created_at)
    const key = `${tenant_id} ${String(starts_at)}`
    const hour = hours.get(key) ?? { tenant_id, starts_at, net: { ...none } }
    for (const column of countedAs(from, codeBefore, engagementBefore, handedBefore))
      hour.net[column] -= 1
    for (const column of countedAs(to, code, engagement, handed)) hour.net[column] += 1
    hours.set(key, hour)
  }
  return withDays(
    [...hours.values()].map(({ net, starts_at, tenant_id }) => ({
      tenant_id,
      period: "hour",
      starts_at,
      ...net
    }))
  )
}

/** What to add to the stored counters, in order; periods that are right are left out. */
export const differences = (
  kept: ReadonlyArray<PeriodCounts>,
  actual: ReadonlyArray<PeriodCounts>
): ReadonlyArray<PeriodCounts> =>
  sumUp([
    ...actual,
    ...kept.map((counts) => ({ ...counts, ...perColumn((column) => 0 - counts[column]) }))
  ])
