/**
 * The storage ports of `@telemark/core` over @effect/sql. A package for each database opens and
 * tunes it, and wakes workers.
 */
export {
  type Answer,
  failed,
  makeSqlClient,
  octetsOf,
  openTransactionIn,
  setUntilOnDisk,
  sharedClient,
  type UntilOnDisk
} from "./Client/index.js"
export { again, codesOf, LockWait, toStorageError, type WaitForLock } from "./Database/index.js"
export { layer } from "./layer.js"
export {
  migrate,
  migrationScript,
  newestStep,
  requireSchema,
  type ScriptOptions
} from "./Migrations/index.js"
export {
  Names,
  type NamesOptions,
  ownNames,
  problemOf as namesProblem,
  type TableName,
  tableNames,
  type TableNames
} from "./Names/index.js"
