import { createDatabase, startPostgres } from "@telemark-tools/postgres"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { atEnd } from "./lifetime.js"

const databases = ["sqlite", "postgres"] as const
export type DatabaseName = (typeof databases)[number]

export const titles: Readonly<Record<DatabaseName, string>> = {
  sqlite: "SQLite",
  postgres: "Postgres"
}

/**
 * As somebody would run it who minds his mail: what is committed is on disk. Memory and log for a
 * few gigabytes.
 */
export const postgresSettings = {
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  shared_buffers: "256MB",
  max_wal_size: "4GB",
  max_connections: "100"
}

/** Which databases to measure: the argument, else the variable DATABASE, else both. */
export const chosenDatabases = (): ReadonlyArray<DatabaseName> => {
  const chosen = process.argv[2] ?? process.env["DATABASE"] ?? "both"
  const names = chosen === "both" ? databases : databases.filter((name) => name === chosen)
  if (names.length === 0)
    throw new Error("The argument, or DATABASE, takes sqlite, postgres or both.")
  return names
}

/** An empty database, made for a benchmark. */
export interface BenchmarkDatabase {
  readonly name: DatabaseName
  /** As TELEMARK_DATABASE_URL takes it. */
  readonly url: string
  /** The server's process, where it is a server that the benchmark started. */
  readonly pids: ReadonlyArray<number>
  readonly drop: () => Promise<void>
}

let server: Promise<Pick<BenchmarkDatabase, "url" | "pids">> | undefined

/** A Postgres of our own, or the one of TELEMARK_TEST_POSTGRES_URL. */
const postgresServer = (): Promise<Pick<BenchmarkDatabase, "url" | "pids">> =>
  (server ??= (async () => {
    const given = process.env["TELEMARK_TEST_POSTGRES_URL"]
    if (given !== undefined) return { url: given, pids: [] }
    const started = await startPostgres({ settings: postgresSettings })
    atEnd(() => started.remove())
    return { url: started.url, pids: started.pid === undefined ? [] : [started.pid] }
  })())

const freshFile = async (): Promise<BenchmarkDatabase> => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-benchmark-"))
  return {
    name: "sqlite",
    url: `sqlite:${join(folder, "mail.db")}`,
    pids: [],
    drop: () => rm(folder, { recursive: true, force: true })
  }
}

const onPostgres = async (): Promise<BenchmarkDatabase> => {
  const { pids, url } = await postgresServer()
  return { name: "postgres", pids, ...(await createDatabase(url)) }
}

/** An empty database; dropped at the end, unless that was done before. */
export const freshDatabase = async (name: DatabaseName): Promise<BenchmarkDatabase> => {
  const made = name === "sqlite" ? await freshFile() : await onPostgres()
  let dropped: Promise<void> | undefined
  const drop = (): Promise<void> => (dropped ??= made.drop())
  atEnd(drop)
  return { ...made, drop }
}
