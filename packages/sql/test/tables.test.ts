import { SqlClient } from "@effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { Names, tableNames } from "@telemark/sql"
import { Effect } from "effect"
import { Database } from "../src/Database/index.js"
import { clientOf } from "./clientOf.js"

describe("a table in a statement", () => {
  it.effect.each([
    [{}, "SELECT emails.id FROM emails JOIN events e ON e.email_id = emails.id"],
    [{ tablePrefix: "tm_" }, "SELECT emails.id FROM \"tm_emails\" AS emails JOIN \"tm_events\" e ON e.email_id = emails.id"],
    [{ schema: "mail" }, "SELECT emails.id FROM \"mail\".\"emails\" AS emails JOIN \"mail\".\"events\" e ON e.email_id = emails.id"]
  ] as const)("has its own name as an alias, whatever it is called in the database: %j", ([options, text]) =>
    Effect.gen(function*() {
      const written = yield* Effect.map(Database, ({ sql, tables }) =>
        sql`SELECT emails.id FROM ${tables.emails} JOIN ${tables.events.unaliased} e ON e.email_id = emails.id`.compile()[0]).pipe(
        Effect.provide(Database.layer),
        Effect.provideServiceEffect(SqlClient, clientOf("sqlite")),
        Effect.provideServiceEffect(Names, tableNames(options))
      )
      expect(written).toBe(text)
    }))
})
