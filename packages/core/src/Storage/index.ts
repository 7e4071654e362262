export { StorageError } from "./StorageError.js"
export { StorageHealth } from "./StorageHealth.js"
