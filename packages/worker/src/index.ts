/**
 * The worker's loops around the queues: claim, attempt, record, renew leases, remove old rows, stop
 * cleanly.
 */
export {
  deliverDue,
  type DeliveredDue,
  type DeliverDueOptions,
  type DeliverDuePorts
} from "./deliverDue.js"
export type { WorkerOptions } from "./options.js"
export { Worker, type WorkerPorts } from "./Worker.js"
