export { batchedWrites } from "./batchedWrites.js"
export { Database } from "./Database.js"
export { given } from "./given.js"
export { stored, toStorageError } from "./storageError.js"
