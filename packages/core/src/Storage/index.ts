export type { Lease } from "./Lease.js"
export { StorageHealth } from "./StorageHealth.js"
