import { describe, expect, it } from "@effect/vitest"
import { emailQueries } from "@telemark/core"
import { sqliteClient, sqliteFrom } from "@telemark/sqlite"
import { aSend } from "@telemark-tools/storages"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryDirectory } from "./temporary.js"

const newFile = Effect.map(temporaryDirectory, (directory) => join(directory, "host.db"))
const host = (filename: string) => Layer.provideMerge(sqliteFrom(), sqliteClient({ filename }))
const accept = (index: number) =>
  Effect.flatMap(emailQueries, (store) => store.accept(aSend(index)))

const emails = Effect.flatMap(emailQueries, (store) =>
  Effect.map(store.list("tn_a", { limit: 100, offset: 0 }, {}), (page) => page?.emails.length)
)

describe("a client for an application's own tables", () => {
  it.live("has the storage in its transactions, and rolls both back", () =>
    Effect.gen(function* () {
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE orders (id INTEGER)`
        const order = (id: number) => sql`INSERT INTO orders (id) VALUES (${id})`
        yield* sql.withTransaction(Effect.all([order(1), accept(1)]))
        yield* Effect.flip(
          sql.withTransaction(Effect.all([order(2), accept(2), Effect.fail("no stock")]))
        )
        expect(yield* sql`SELECT id FROM orders`).toEqual([{ id: 1 }])
        expect(yield* emails).toBe(1)
      }).pipe(Effect.provide(host(yield* newFile)))
    })
  )

  it.live("can be used after a transaction that could not be committed", () =>
    Effect.gen(function* () {
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE orders (id INTEGER PRIMARY KEY)`
        yield* sql`CREATE TABLE items (order_id INTEGER REFERENCES orders DEFERRABLE INITIALLY DEFERRED)`
        const item = sql`INSERT INTO items (order_id) VALUES (1)`
        expect((yield* Effect.flip(sql.withTransaction(item)))._tag).toBe("SqlError")
        yield* sql.withTransaction(sql`INSERT INTO orders (id) VALUES (1)`)
        yield* sql.withTransaction(item)
        expect(yield* sql`SELECT order_id FROM items`).toEqual([{ order_id: 1 }])
      }).pipe(Effect.provide(sqliteClient({ filename: yield* newFile })))
    })
  )

  it.live("says why it can't open the file", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryDirectory, "file")
      writeFileSync(file, "")
      const filename = join(file, "host.db")
      const { cause } = yield* Effect.flip(
        Effect.provide(SqlClient.SqlClient, sqliteClient({ filename }))
      )
      expect((cause as Error).message).toMatch(/can't be used/)
    })
  )
})
