import Database from "better-sqlite3"
import { Effect } from "effect"
import { setImmediate as turn } from "node:timers/promises"
import pg from "pg"
import type { BenchmarkDatabase } from "../databases.js"
import { addTenant, openPorts, type Ports, type PortsOf } from "../ports.js"
import { recountMessages } from "@telemark/core"
import { sqliteFile } from "../storage.js"
import { fillStatements, type Log, tenants, usageStatement } from "./rows.js"

interface Driver {
  readonly run: (statement: string) => Promise<void>
  /** Leaves the database as if it had been in use: planned for, nothing half written. */
  readonly settle: () => Promise<void>
  readonly close: () => Promise<void>
}

const openSqlite = (filename: string): Driver => {
  const db = new Database(filename)
  // What breaks off is thrown away.
  db.pragma("journal_mode = OFF")
  db.pragma("synchronous = OFF")
  db.pragma("cache_size = -500000")
  return {
    run: async (statement) => {
      db.exec(statement)
      await turn()
    },
    settle: async () => {
      if (process.env["ANALYZE"] !== "0") db.exec("ANALYZE")
      db.pragma("journal_mode = WAL")
      await turn()
    },
    close: async () => {
      db.close()
      await turn()
    }
  }
}

const openPostgres = async (connectionString: string): Promise<Driver> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const run = async (statement: string): Promise<void> => {
    await client.query(statement)
  }
  await run("SET synchronous_commit = off")
  return {
    run,
    settle: async () => {
      await run("VACUUM (ANALYZE)")
      await run("CHECKPOINT")
    },
    close: () => client.end()
  }
}

const open = async (url: string): Promise<Driver> => {
  const filename = sqliteFile(url)
  return filename === undefined ? openPostgres(url) : openSqlite(filename)
}

/**
 * Rows that one statement writes: the event loop, and with it the time limit, has to wait for it.
 */
const atOnce = 100_000

const write = async (driver: Driver, { name }: BenchmarkDatabase, log: Log): Promise<void> => {
  for (let from = 1; from <= log.rows; from += atOnce) {
    for (const statement of fillStatements(name, log, from, Math.min(log.rows, from + atOnce - 1)))
      await driver.run(statement)
  }
  await driver.run(usageStatement(name))
}

export interface Filled {
  readonly ports: Ports
  /**
   * Time it took, in seconds: to write the rows, to count them into the counters, and to settle.
   */
  readonly writing: number
  readonly counting: number
  readonly settling: number
}

const usePorts = async <A, E>(url: string, effect: Effect.Effect<A, E, PortsOf>): Promise<A> => {
  const ports = openPorts(url)
  try {
    return await ports.runPromise(effect)
  } finally {
    await ports.dispose()
  }
}

export const useDriver = async (
  url: string,
  use: (driver: Driver) => Promise<void>
): Promise<void> => {
  const driver = await open(url)
  try {
    await use(driver)
  } finally {
    await driver.close()
  }
}

/** Makes the tables, writes the log, counts it, and opens it. */
export const fill = async (database: BenchmarkDatabase, log: Log): Promise<Filled> => {
  const { url } = database
  const seconds = async (work: Promise<unknown>): Promise<number> => {
    const begun = performance.now()
    await work
    return (performance.now() - begun) / 1000
  }
  await usePorts(
    url,
    Effect.forEach(tenants, ({ id }, index) => addTenant(id, `tenant-${index}`))
  )
  const writing = await seconds(useDriver(url, (driver) => write(driver, database, log)))
  const counting = await seconds(
    usePorts(
      url,
      Effect.forEach(tenants, ({ id }) => recountMessages(id))
    )
  )
  const settling = await seconds(useDriver(url, (driver) => driver.settle()))
  return { ports: openPorts(url), writing, counting, settling }
}
