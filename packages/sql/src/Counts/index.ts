export {
  countedColumns,
  countedHere,
  eachColumn,
  type HandoverColumn,
  handoverColumns,
  perColumn,
  shownColumns,
  withEngagement
} from "./columns.js"
export { makeCountedRows, makeHandedRows } from "./countedRows.js"
export { makeCounters } from "./counters.js"
export { differences } from "./differences.js"
export { type Change, netChanges, withDays } from "./netChanges.js"
export type { PeriodCounts } from "./PeriodCounts.js"
export { firstWhole, millisOf, startOf } from "./periods.js"
