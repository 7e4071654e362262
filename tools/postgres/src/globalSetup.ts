import { Effect } from "effect"
import { makeDatabase, onServer, randomName } from "./createDatabase.js"
import { startPostgres } from "./startPostgres.js"
import { names } from "./testServer.js"

/** Drops what this run has made: the template, and copies whose tests did not come to their end. */
const dropAll = async (url: string, template: string): Promise<void> => {
  const [found] = await onServer(
    url,
    `SELECT datname FROM pg_database WHERE starts_with(datname, '${template}')`
  )
  const rows = (found?.rows ?? []) as ReadonlyArray<{ readonly datname: string }>
  await onServer(
    url,
    ...rows.map(({ datname }) => `DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
  )
}

/**
 * What vitest runs before and after all tests: a server, unless TELEMARK_TEST_POSTGRES_URL names
 * one, and on it a database with the schema up to date, of which tests make copies.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Every project of the configuration runs this, in one process.
  if (process.env[names.template] !== undefined) return undefined
  process.env[names.template] = ""
  if (process.env["TELEMARK_TEST_POSTGRES"] === "off") {
    if (process.env["CI"] !== undefined)
      throw new Error("TELEMARK_TEST_POSTGRES=off: tests on Postgres are never left out in CI.")
    console.warn("\nTELEMARK_TEST_POSTGRES=off: the tests on Postgres are LEFT OUT.\n")
    return undefined
  }
  const existing = process.env[names.url]
  const template = randomName("telemark_test")
  process.env[names.template] = template
  // Nothing here outlives the run, so that nothing need wait for the disk.
  const server =
    existing === undefined || existing === ""
      ? await startPostgres({ settings: { fsync: "off", full_page_writes: "off" } })
      : undefined
  const url = server?.url ?? existing ?? ""
  process.env[names.url] = url
  const forget = () => {
    Reflect.deleteProperty(process.env, names.template)
    if (server !== undefined) Reflect.deleteProperty(process.env, names.url)
  }
  try {
    const database = await makeDatabase(url, template)
    // What vitest runs before all tests sees builds alone, which may only just have been made.
    const { postgres } = await import("@telemark/postgres")
    await Effect.runPromise(Effect.provide(Effect.void, postgres({ url: database.url })))
  } catch (error) {
    forget()
    await server?.remove()
    throw error
  }
  return async () => {
    forget()
    await (server === undefined ? dropAll(url, template) : server.remove())
  }
}
