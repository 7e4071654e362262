/** Telemark's storage on a SQLite file. */
export { sqliteClient, type SqliteClientOptions } from "./sqliteClient.js"
export { layer, sqlite, type SqliteOptions } from "./sqliteLayer.js"
export { layerShared, type SharedSqliteOptions, sqliteFrom } from "./sharedLayer.js"
export { keyFileOf } from "./storedKeys.js"
