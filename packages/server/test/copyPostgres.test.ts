import { describe } from "@effect/vitest"
import { freshDatabase } from "@telemark-tools/postgres"
import { Redacted } from "effect"
import { onTestFinished } from "vitest"
import type { DatabaseSettings } from "../src/settings/database.js"
import { aFile } from "./support/copying.js"
import { copyingTests } from "./support/copyingTests.js"

const onPostgres = async (
  names: { readonly schema?: string; readonly tablePrefix?: string } = {}
): Promise<DatabaseSettings> => {
  const { drop, url } = await freshDatabase()
  onTestFinished(drop)
  return { _tag: "Postgres", url: Redacted.make(url), maxConnections: 4, ...names }
}

describe("a copy from SQLite to Postgres", () => {
  copyingTests(async () => ({ source: aFile(), target: await onPostgres() }))
})

describe("a copy from Postgres to SQLite", () => {
  copyingTests(async () => ({ source: await onPostgres(), target: aFile() }))
})

describe("a copy from Postgres to a schema and a prefix on Postgres", () => {
  copyingTests(async () => ({
    source: await onPostgres({ tablePrefix: "old_" }),
    target: await onPostgres({ schema: "Mail", tablePrefix: "tm_" })
  }))
})
