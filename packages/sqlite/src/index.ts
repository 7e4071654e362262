/** Telemark's storage on a SQLite file. */
export { backupDatabase, isInUse, restoreDatabase, verifyBackup } from "./backupDatabase.js"
export type { CopiedDatabase } from "./copyDatabase.js"
export { sqliteClient, type SqliteClientOptions } from "./sqliteClient.js"
export { layer, sqlite, type SqliteOptions } from "./sqliteLayer.js"
export { layerShared, type SharedSqliteOptions, sqliteFrom } from "./sharedLayer.js"
export { keyFileOf, layerStoredKeys } from "./storedKeys.js"
