export { inspect, type PostgresInspection } from "./inspect.js"
export { open, type Opened } from "./open.js"
export { openShared, type SharedPostgresOptions } from "./openShared.js"
export type { PostgresOptions, ServerAddress } from "./PostgresOptions.js"
