/**
 * Telemark's storage on Postgres: connects, migrates the schema, and provides the storage ports and
 * wake-ups.
 */
export { layer, layerShared, postgres, postgresFrom } from "./layer.js"
export {
  inspect,
  type PostgresInspection,
  type PostgresOptions,
  type ServerAddress,
  type SharedPostgresOptions
} from "./Opening/index.js"
