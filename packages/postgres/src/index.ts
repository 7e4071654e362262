/** Telemark's storage on Postgres. */
export { layer, layerShared, postgres, postgresFrom } from "./postgresLayer.js"
export { type PostgresOptions, type ServerAddress } from "./PostgresOptions.js"
export { inspect, type PostgresInspection } from "./inspect.js"
export { type SharedPostgresOptions } from "./openShared.js"
