/**
 * Telemark's storage on Postgres: connects, migrates the schema, and provides the storage ports and
 * wake-ups.
 */
export { layer, layerShared, postgres, postgresFrom } from "./postgresLayer.js"
export { type PostgresOptions, type ServerAddress } from "./PostgresOptions.js"
export { inspect, type PostgresInspection } from "./inspect.js"
export { type SharedPostgresOptions } from "./openShared.js"
