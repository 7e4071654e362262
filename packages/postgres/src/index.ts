/** Telemark on Postgres: connects, brings the schema up to date, and provides the storage ports and wake-ups. */
export { layer, layerShared, postgres, postgresFrom } from "./layer.js"
export { inspect, type PostgresInspection, type PostgresOptions, type ServerAddress, type SharedPostgresOptions } from "./Opening/index.js"
