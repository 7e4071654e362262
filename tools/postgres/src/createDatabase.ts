import { randomBytes } from "node:crypto"
import pg from "pg"

/** A database for one test. */
export interface TestDatabase {
  readonly url: string
  /** Removes it, and throws out whoever is still connected. */
  readonly drop: () => Promise<void>
}

/** Runs statements on a connection of their own. */
export const onServer = async (
  url: string,
  ...statements: ReadonlyArray<string>
): Promise<ReadonlyArray<pg.QueryResult>> => {
  const client = new pg.Client({ connectionString: url })
  // The connection may be cut when a server is stopped on purpose.
  client.on("error", () => undefined)
  await client.connect()
  try {
    const results: Array<pg.QueryResult> = []
    for (const statement of statements) results.push(await client.query(statement))
    return results
  } finally {
    await client.end()
  }
}

export const urlOf = (serverUrl: string, database: string): string => {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

const strategies = new Map<string, Promise<string>>()

/**
 * Copying files takes a quarter of the time of going through the log; Postgres 14 has no choice.
 */
const strategyOf = (serverUrl: string): Promise<string> => {
  const strategy = strategies.get(serverUrl) ?? findStrategy(serverUrl)
  strategies.set(serverUrl, strategy)
  return strategy
}

const findStrategy = async (serverUrl: string): Promise<string> => {
  const [answer] = await onServer(
    serverUrl,
    "SELECT current_setting('server_version_num')::int >= 150000 AS can_choose"
  )
  const [row] = (answer?.rows ?? []) as ReadonlyArray<{ readonly can_choose: boolean }>
  return row?.can_choose === true ? " STRATEGY FILE_COPY" : ""
}

export const makeDatabase = async (
  serverUrl: string,
  name: string,
  template = "template1"
): Promise<TestDatabase> => {
  await onServer(
    serverUrl,
    `CREATE DATABASE ${name} TEMPLATE ${template}${await strategyOf(serverUrl)}`
  )
  return {
    url: urlOf(serverUrl, name),
    drop: async () => {
      await onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    }
  }
}

export const randomName = (start: string): string => `${start}_${randomBytes(6).toString("hex")}`

/** Makes a database with a name of its own on the server, empty or as a copy of `template`. */
export const createDatabase = (serverUrl: string, template?: string): Promise<TestDatabase> =>
  makeDatabase(serverUrl, randomName("telemark"), template)
