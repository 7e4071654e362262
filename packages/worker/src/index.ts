/** Loops around the queue: claiming, attempting, recording, renewing, tidying up, and stopping in good order. */
export { deliverDue, type DeliveredDue, type DeliverDueOptions, type DeliverDuePorts } from "./deliverDue.js"
export type { WorkerOptions } from "./options.js"
export { Worker, type WorkerPorts } from "./Worker.js"
