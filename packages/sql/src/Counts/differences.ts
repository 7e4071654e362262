import { perColumn } from "./columns.js"
import { type PeriodCounts, sumUp } from "./PeriodCounts.js"

/** What must be added to the kept counters to make them the actual ones, in order; periods that are right are left out. */
export const differences = (kept: ReadonlyArray<PeriodCounts>, actual: ReadonlyArray<PeriodCounts>): ReadonlyArray<PeriodCounts> =>
  sumUp([...actual, ...kept.map((counts) => ({ ...counts, ...perColumn((column) => 0 - counts[column]) }))])
