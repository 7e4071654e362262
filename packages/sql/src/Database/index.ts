export { again } from "./again.js"
export { makeAmong, makeAmongIntegers } from "./among.js"
export { batchedReads } from "./batchedReads.js"
export { batchedCommits, batchedWrites } from "./batchedWrites.js"
export { Database, LockWait, type WaitForLock } from "./Database.js"
export { given } from "./given.js"
export { type Guard, inSavepoint } from "./savepoint.js"
export { makeTogether } from "./together.js"
export {
  codesOf,
  isConflict,
  isLockNotAvailable,
  isUniqueViolation,
  stored,
  toStorageError
} from "./storageError.js"
