import * as PgClient from "@effect/sql-pg/PgClient"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { freshDatabase, startPostgres } from "@telemark-tools/postgres"
import { tenantQueries } from "@telemark/core"
import { postgres, postgresFrom } from "@telemark/postgres"
import { sqlite, sqliteFrom } from "@telemark/sqlite"
import { Effect, Layer, Redacted } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  order,
  orders,
  recipients,
  send,
  services,
  sharesTransactions,
  tenant
} from "./effectHost.js"
import { makeOrders } from "./host.js"
import { sqliteHost } from "@telemark-tools/storages/sqlite"

const database = Effect.map(
  Effect.acquireRelease(Effect.promise(freshDatabase), ({ drop }) => Effect.promise(drop)),
  ({ url }) => url
)

const file = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "telemark-effect-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
  ),
  (path) => join(path, "mail.db")
)

const withOrders = Layer.effectDiscard(
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(makeOrders))
)
const pgClient = (url: string, maxConnections?: number) =>
  Layer.provideMerge(withOrders, PgClient.layer({ url: Redacted.make(url), maxConnections }))
const sqliteClient = (filename: string) => Layer.provideMerge(withOrders, sqliteHost({ filename }))

describe("an Effect host", () => {
  it.live(
    "sends inside withTransaction of the client that Telemark shares with it, on Postgres",
    () =>
      Effect.gen(function* () {
        const url = yield* database
        yield* Effect.provide(
          sharesTransactions,
          Layer.provideMerge(services(postgresFrom()), pgClient(url))
        )
      })
  )

  it.live("likewise over a pool of one connection", () =>
    Effect.gen(function* () {
      const url = yield* database
      yield* Effect.provide(
        sharesTransactions,
        Layer.provideMerge(services(postgresFrom()), pgClient(url, 1))
      )
    })
  )

  it.live("likewise with tables in a schema and with a prefix", () =>
    Effect.gen(function* () {
      const url = yield* database
      yield* Effect.provide(
        sharesTransactions,
        Layer.provideMerge(
          services(postgresFrom({ schema: "mail", tablePrefix: "tm_" })),
          pgClient(url)
        )
      )
    })
  )

  it.live("likewise with a password that is found out for each connection", () =>
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => startPostgres({ auth: "scram-sha-256", settings: { fsync: "off" } })),
        ({ remove }) => Effect.promise(remove)
      )
      const { hostname, password, pathname, port, username } = new URL(server.url)
      const client = PgClient.layer({
        host: hostname,
        port: Number(port),
        database: pathname.slice(1),
        username,
        password: Effect.sync(() => Redacted.make(decodeURIComponent(password)))
      })
      yield* Effect.provide(
        sharesTransactions,
        Layer.provideMerge(services(postgresFrom()), Layer.provideMerge(withOrders, client))
      )
    })
  )

  it.live("likewise on SQLite", () =>
    Effect.gen(function* () {
      yield* Effect.provide(
        sharesTransactions,
        Layer.provideMerge(services(sqliteFrom({ tablePrefix: "tm_" })), sqliteClient(yield* file))
      )
    })
  )

  it.live("keeps Telemark out of its transactions if Telemark has a separate database", () =>
    Effect.gen(function* () {
      const changedItsMind = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Effect.flatMap(tenantQueries, (tenants) => tenants.insert(tenant))
        yield* Effect.flip(
          sql.withTransaction(
            Effect.all([order(1), send("ada"), Effect.fail("the host changed its mind")])
          )
        )
        yield* sql.withTransaction(Effect.all([order(2), send("bob")]))
        expect([yield* recipients, yield* orders]).toEqual([
          ["ada@example.com", "bob@example.com"],
          [2]
        ])
      })
      const elsewhere = join(yield* file, "../elsewhere.db")
      const url = yield* database
      yield* Effect.provide(
        changedItsMind,
        Layer.mergeAll(services(sqlite({ filename: yield* file })), sqliteClient(elsewhere))
      )
      yield* Effect.provide(
        changedItsMind,
        Layer.mergeAll(services(postgres({ url })), sqliteClient(`${elsewhere}2`))
      )
    })
  )

  it.live("gets an error that names the client to share", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        Effect.provide(Effect.void, Layer.provide(postgresFrom(), sqliteClient(yield* file)))
      )
      expect(String("cause" in error ? error.cause : error)).toContain(
        "provide that of @effect/sql-pg"
      )
    })
  )
})
