/**
 * Telemark's storage on Postgres: connects, migrates the schema, and provides the storage ports and
 * wake-ups.
 */
export { layer, layerShared, postgres, postgresFrom } from "./layer.js"
export { type PostgresOptions, type ServerAddress } from "./opening/PostgresOptions.js"
export { inspect, type PostgresInspection } from "./opening/inspect.js"
export { type SharedPostgresOptions } from "./opening/openShared.js"
