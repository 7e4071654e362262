/**
 * Telemark's storage on a SQLite file: opens and tunes the file, migrates its schema, and provides
 * the storage ports.
 */
export { sqliteClient, type SqliteClientOptions } from "./sqliteClient.js"
export { layer, sqlite, type SqliteOptions } from "./sqliteLayer.js"
export { layerShared, type SharedSqliteOptions, sqliteFrom } from "./sharedLayer.js"
export { keyFileOf } from "./storedKeys.js"
