import { freshDatabase } from "@telemark-tools/postgres"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { temporaryFolder } from "./harness.js"

/** The URL of an empty Postgres database of its own for a test, with the schema in it. */
export const postgresUrl = async (): Promise<string> => {
  const { drop, url } = await freshDatabase()
  onTestFinished(drop)
  return url
}

/** The URL of a SQLite file of its own for a test. */
export const sqliteUrl = async (): Promise<string> =>
  `sqlite:${join(await temporaryFolder(), "mail.db")}`

type Databases = ReadonlyArray<readonly [name: string, makeUrl: () => Promise<string>]>

const hasPostgres = process.env["TELEMARK_TEST_POSTGRES"] !== "off"

/**
 * Both databases, for `describe.each`; without Postgres if it was switched off, which the start of
 * the tests says loudly.
 */
export const databases: Databases = [
  ["SQLite", sqliteUrl],
  ...(hasPostgres ? [["Postgres", postgresUrl] as const] : [])
]
