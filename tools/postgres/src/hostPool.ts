import pg from "pg"

/**
 * A pool of a host. As a host's, it hears of idle connections that are lost: `end` resolves before
 * they are closed, and a database that is dropped then would end the run of the tests.
 */
export const hostPool = (config: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool(config)
  pool.on("error", () => undefined)
  return pool
}
