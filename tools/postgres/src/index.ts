/** Postgres for tests and benchmarks: a cluster of one's own, and databases on it. */
export { createDatabase, onServer, randomName, type TestDatabase } from "./createDatabase.js"
export { emptyDatabase } from "./emptyDatabase.js"
export { debianPrograms } from "./debianPrograms.js"
export { hostPool } from "./hostPool.js"
export { run as runAsPostgres, user as postgresUser } from "./run.js"
export { hasPgBouncer, type PgBouncer, startPgBouncer } from "./startPgBouncer.js"
export { type PostgresServer, startPostgres, type StartOptions } from "./startPostgres.js"
export { freshDatabase, testPostgresUrl } from "./testServer.js"
