export type { Lease } from "./Lease.js"
export { StorageError } from "./StorageError.js"
export { StorageHealth } from "./StorageHealth.js"
