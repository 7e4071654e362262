import { type PeriodCounts, sumUp } from "./PeriodCounts.js"
import { perColumn } from "./columns.js"

/**
 * What to add to the stored counters to correct them, in order; periods that are right are left
 * out.
 */
export const differences = (
  kept: ReadonlyArray<PeriodCounts>,
  actual: ReadonlyArray<PeriodCounts>
): ReadonlyArray<PeriodCounts> =>
  sumUp([
    ...actual,
    ...kept.map((counts) => ({ ...counts, ...perColumn((column) => 0 - counts[column]) }))
  ])
