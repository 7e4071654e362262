import { describe, expect, it } from "@effect/vitest"
import { aSend } from "@telemark-tools/storages"
import { makeSqliteHost, sqliteHost, type SqliteHostOptions } from "@telemark-tools/storages/sqlite"
import { emailQueries, NewEvents, StoredKeys, tenantQueries, WakeUp } from "@telemark/core"
import { Effect, Fiber, Layer, Redacted, String as Text } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { layerShared } from "../src/sharedLayer.js"
import { temporaryDirectory } from "./temporary.js"

const newFile = Effect.map(temporaryDirectory, (directory) => join(directory, "host.db"))

/** A host's client, and the storage over it. */
const host = (options: SqliteHostOptions) => Layer.provideMerge(layerShared(), sqliteHost(options))

const createOrders = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`CREATE TABLE orders (id INTEGER, placed_at INTEGER)`
)
const order = (id: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO orders (id) VALUES (${id})`)
const accept = (index: number) =>
  Effect.flatMap(emailQueries, (store) => store.accept(aSend(index)))
const inTransaction = <A, E, R>(body: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(body))

/** The orders, and how many emails there are. */
const both = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const orders = yield* sql<{ readonly id: number }>`SELECT id FROM orders ORDER BY id`
  const page = yield* Effect.flatMap(emailQueries, (store) =>
    store.list("tn_a", { limit: 100, offset: 0 }, {})
  )
  return { orders: orders.map(({ id }) => id), emails: page?.emails.length }
})

const tenant = {
  id: "tn_1",
  name: "acme",
  default_from: null,
  monthly_limit: null,
  track_opens: false,
  track_clicks: false,
  missing: "warn" as const,
  created_at: 1e12
}

describe("storage over a host's own client", () => {
  it.live("takes part in the transactions that the host commits, and in no other", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        yield* createOrders
        yield* inTransaction(Effect.all([order(1), accept(1)]))
        yield* Effect.flip(
          inTransaction(Effect.all([order(2), accept(2), Effect.fail("no stock")]))
        )
        const interrupted = yield* Effect.forkChild(
          inTransaction(Effect.all([order(3), accept(3), Effect.never]))
        )
        yield* Effect.repeat(Effect.yieldNow, { times: 100 })
        yield* Fiber.interrupt(interrupted)
        expect(yield* both).toEqual({ orders: [1], emails: 1 })
      }).pipe(Effect.provide(host({ filename })))
    })
  )

  it.live("is undone with the savepoint of a transaction, alone", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        yield* createOrders
        yield* inTransaction(
          Effect.all([
            accept(1),
            Effect.flip(inTransaction(Effect.all([order(1), accept(2), Effect.fail("no stock")]))),
            Effect.all([accept(3), accept(4)], { concurrency: "unbounded" }),
            order(2)
          ])
        )
        expect(yield* both).toEqual({ orders: [2], emails: 3 })
      }).pipe(Effect.provide(host({ filename })))
    })
  )

  it.live("sees what the transaction wrote, which nobody else does before its commit", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        const another = yield* makeSqliteHost({ filename })
        const seenByAnother = another`SELECT name FROM tenants`
        const { findByName, insert } = yield* tenantQueries
        yield* inTransaction(
          Effect.gen(function* () {
            yield* insert(tenant)
            expect(yield* findByName(tenant.name)).toEqual(tenant)
            expect(yield* seenByAnother).toEqual([])
          })
        )
        expect(yield* seenByAnother).toEqual([{ name: tenant.name }])
      }).pipe(Effect.provide(host({ filename })))
    })
  )

  it.live("has transactions of its own, and gives the connection back after each", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        yield* createOrders
        yield* Effect.all([accept(1), order(1), inTransaction(order(2)), accept(2), accept(3)], {
          concurrency: "unbounded"
        })
        expect(yield* both).toEqual({ orders: [1, 2], emails: 3 })
      }).pipe(Effect.provide(host({ filename })))
    })
  )

  it.live("signals mail and events of a transaction in its process once that is committed", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        for (const port of [yield* WakeUp, yield* NewEvents]) {
          const waiting = yield* Effect.forkChild(yield* port.listen)
          yield* inTransaction(
            Effect.gen(function* () {
              yield* port.signal
              yield* Effect.sleep("50 millis")
              expect(waiting.pollUnsafe()).toBeUndefined()
            })
          )
          yield* Fiber.join(waiting)
        }
      }).pipe(Effect.provide(host({ filename })))
    })
  )

  it.live("reads and writes names as they are, however the host's client changes its own", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        yield* createOrders
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO orders ${sql.insert({ id: 1, placedAt: 2 })}`
        expect(yield* sql`SELECT * FROM orders`).toEqual([{ id: 1, placedAt: 2 }])
        const { findByName, insert } = yield* tenantQueries
        yield* insert(tenant)
        expect(yield* inTransaction(findByName(tenant.name))).toEqual(tenant)
      }).pipe(
        Effect.provide(
          host({
            filename,
            transformQueryNames: Text.camelToSnake,
            transformResultNames: Text.snakeToCamel
          })
        )
      )
    })
  )

  it.live("syncs each commit to the disk", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`PRAGMA synchronous`).toEqual([{ synchronous: 2 }])
      }).pipe(Effect.provide(host({ filename })))
    })
  )

  it.live("keeps its keys beside the host's file", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.provide(
        Effect.flatMap(StoredKeys, ({ keys }) => keys),
        host({ filename })
      )
      expect(existsSync(`${filename}.secret`)).toBe(true)
    })
  )

  it.live("keeps all of a database in memory there, and no file", () =>
    Effect.gen(function* () {
      const ofKeys = Effect.map(
        Effect.flatMap(StoredKeys, ({ keys }) => keys),
        (found) => found?.map((key) => Redacted.value(key).length)
      )
      expect(yield* Effect.provide(ofKeys, host({ filename: ":memory:" }))).toEqual([32])
      expect(existsSync(`${process.cwd()}.secret`)).toBe(false)
    })
  )
})
