import { describe, expect, it } from "@effect/vitest"
import { installSqlInterface, tenantQueries, WakeUp } from "@telemark/core"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { storage } from "./storage.js"
import { temporaryDirectory } from "./temporary.js"

const installed = Effect.gen(function* () {
  const { insert } = yield* tenantQueries
  const tenant = {
    id: "tn_a",
    name: "default",
    default_from: null,
    monthly_limit: null,
    track_opens: false,
    track_clicks: false,
    missing: "warn",
    created_at: 0
  } as const
  yield* insert(tenant)
  yield* installSqlInterface(tenant)
  return yield* SqlClient.SqlClient
})

const storedIn = (filename: string) =>
  Effect.provide(Layer.merge(storage({ filename }), WakeUp.layerInProcess))

describe("the view to send by", () => {
  it.effect("takes ids of one's own that every program reads as they are", () =>
    Effect.gen(function* () {
      const sql = yield* installed
      const insertAs = (id: string) =>
        sql.unsafe(`INSERT INTO telemark_sends (id, message) VALUES (${id}, '{}')`)
      for (const id of ["''", "'ä'", "'a' || char(0)", "CAST(x'61ff' AS TEXT)", "'a' || char(10)"])
        yield* Effect.flip(insertAs(id))
      yield* Effect.flip(insertAs(`'${"x".repeat(101)}'`))
      for (const id of ["'order 42; it''s'", "42", `'${"x".repeat(100)}'`, "NULL"])
        yield* insertAs(id)
      const kept = yield* sql<{ readonly id: string }>`SELECT id FROM telemark_sends ORDER BY id`
      expect(kept.map(({ id }) => id.replace(/^sql_[0-9a-f]{32}$/, "made"))).toEqual([
        "42",
        "order 42; it's",
        "made",
        "x".repeat(100)
      ])
    }).pipe(storedIn(":memory:"))
  )

  it.effect("keeps a large message where it is while a worker leases it", () =>
    Effect.gen(function* () {
      const filename = join(yield* temporaryDirectory, "mail.db")
      yield* Effect.gen(function* () {
        const sql = yield* installed
        yield* sql`INSERT INTO telemark_sends (message) VALUES (${JSON.stringify({ text: "x".repeat(4_000_000) })})`
        yield* sql`PRAGMA wal_checkpoint(TRUNCATE)`
        yield* sql`UPDATE sql_sends SET due_at = ${Date.now()}`
        const { size } = yield* Effect.promise(() => stat(`${filename}-wal`))
        expect(size).toBeLessThan(100_000)
      }).pipe(storedIn(filename))
    })
  )
})
