import { describe, expect, it } from "@effect/vitest"
import { freshDatabase } from "@telemark-tools/postgres"
import { Effect, Redacted } from "effect"
import { onTestFinished } from "vitest"
import type { DatabaseSettings } from "../src/settings/database.js"
import { aFile, move, open } from "./support/copying.js"
import { copyingTests } from "./support/copyingTests.js"

const onPostgres = async (
  names: { readonly schema?: string; readonly tablePrefix?: string } = {}
): Promise<DatabaseSettings> => {
  const { drop, url } = await freshDatabase()
  onTestFinished(drop)
  return { _tag: "Postgres", url: Redacted.make(url), maxConnections: 4, ...names }
}

describe("a copy from SQLite to Postgres", () => {
  it.effect(
    "numbers new events beyond those that it has, and the same from there to Postgres",
    () =>
      Effect.gen(function* () {
        const source = yield* open(aFile())
        const { sql, tables, write } = source.database
        yield* write(
          sql`INSERT INTO ${tables.events} (id, tenant_id, email_id, type, data, created_at, position) VALUES ('ev_1', 'tn', 'em', 'email.sent', '{}', 1, 4711)`
        )
        let from = source
        for (const settings of [
          yield* Effect.promise(() => onPostgres()),
          yield* Effect.promise(() => onPostgres({ tablePrefix: "tm_" }))
        ]) {
          const target = yield* open(settings)
          expect((yield* move(from, target)).moved).toBe(true)
          from = target
        }
        const { database } = from
        yield* database.write(
          database.sql`INSERT INTO ${database.tables.events} (id, tenant_id, email_id, type, data, created_at) VALUES ('ev_2', 'tn', 'em', 'email.sent', '{}', 2)`
        )
        expect(
          yield* database.sql`SELECT id, position FROM ${database.tables.events} ORDER BY id`
        ).toEqual([
          { id: "ev_1", position: 4711 },
          { id: "ev_2", position: 4712 }
        ])
      }).pipe(Effect.scoped)
  )

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
