import { type Counted, countedColumns, perColumn } from "./columns.js"
import type { Period } from "./periods.js"

type ColumnCounts = Readonly<Record<Counted, number>>

/**
 * How many messages of a tenant, created in one period, have each status, or by how many that
 * changes. A row of `email_counts`.
 */
export interface PeriodCounts extends ColumnCounts {
  readonly tenant_id: string
  readonly period: Period
  /** In epoch milliseconds. */
  readonly starts_at: number
}

const keyOf = ({ period, starts_at, tenant_id }: PeriodCounts): string =>
  `${tenant_id} ${period} ${String(starts_at)}`

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The order in which every process locks counters, so that no two can deadlock: that of the primary
 * key.
 */
const inOrder = (a: PeriodCounts, b: PeriodCounts): number =>
  compare(a.tenant_id, b.tenant_id) ||
  compare(a.period, b.period) ||
  compare(a.starts_at, b.starts_at)

/** Adds up the counts of each period, in order, without those that come to nothing. */
export const sumUp = (counts: ReadonlyArray<PeriodCounts>): ReadonlyArray<PeriodCounts> => {
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
