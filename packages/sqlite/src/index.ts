/** Telemark on a SQLite file: opens and tunes it, brings its schema up to date, and provides the storage ports. */
export { layer, sqlite, type SqliteOptions } from "./layer.js"
export { layerShared, type SharedSqliteOptions, sqliteFrom } from "./sharedLayer.js"
export { keyFileOf } from "./storedKeys.js"
