/**
 * What the tests of every storage package need: processes of their own, something to accept,
 * storage of earlier versions, and what mail costs it.
 */
export { aContent, writeNextVersion, writeTemplate } from "./aContent.js"
export { aConfig, aDomain } from "./aDomain.js"
export { anEvent, aSubscription } from "./anEvent.js"
export { aSend } from "./aSend.js"
export { allocatedBy } from "./allocatedBy.js"
export { anEndpoint, aWebhookSettlement } from "./aWebhook.js"
export { findsDecomposedAddresses, storesDecomposedAddresses } from "./decomposedAddresses.js"
export { startProcess } from "./startProcess.js"
export { earlierMigrations, earlierStorage, worksWithEarlierStorage } from "./earlierStorage.js"
export {
  type Count,
  countStatements,
  type Counts,
  type StatementCounter
} from "./countStatements.js"
export { batches, type Bound, describeCounts, exceeded, looks, sumOf } from "./costs.js"
export { fibersSoFar } from "./fibersSoFar.js"
export { purposeOf } from "./purposeOf.js"
export {
  type Column,
  fillTables,
  type Query,
  type Row,
  rowsNaming,
  tablesOf
} from "./fillTables.js"
export { recordOne } from "./recordOne.js"
