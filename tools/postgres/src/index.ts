/** Postgres for tests and benchmarks: a cluster of one's own, and databases on it. */
export { createDatabase, onServer, randomName, type TestDatabase } from "./createDatabase.js"
export { emptyDatabase } from "./emptyDatabase.js"
export { hostPool } from "./hostPool.js"
export { type PostgresServer, startPostgres, type StartOptions } from "./startPostgres.js"
export { freshDatabase, testPostgresUrl } from "./testServer.js"
