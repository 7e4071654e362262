import * as PgClient from "@effect/sql-pg/PgClient"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { freshDatabase } from "@telemark-tools/postgres"
import {
  attachmentQueries,
  Emails,
  emailQueries,
  inTransaction,
  MailQueue,
  tenantQueries,
  type Transaction,
  type TransactionRow
} from "@telemark/core"
import { postgresFrom } from "@telemark/postgres"
import { sqlite, sqliteFrom } from "@telemark/sqlite"
import { layerTemplates } from "@telemark/templates"
import Database from "better-sqlite3"
import { Effect, Layer, Redacted, Result } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { recipients, send, services, tenant } from "./effectHost.js"
import { aContent, writeTemplate } from "@telemark-tools/storages"
import { sqliteHost } from "@telemark-tools/storages/sqlite"

const url = Effect.map(
  Effect.acquireRelease(Effect.promise(freshDatabase), ({ drop }) => Effect.promise(drop)),
  (database) => database.url
)

const file = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "telemark-effect-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
  ),
  (path) => join(path, "mail.db")
)

const insertTenant = Effect.flatMap(tenantQueries, (tenants) => tenants.insert(tenant))
const pgClient = (address: string, maxConnections?: number) =>
  PgClient.layer({ url: Redacted.make(address), maxConnections })

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

describe("storage over the client of an Effect host", () => {
  it.live(
    "does not let a send in a transaction wait for one that waits for its connection, although their template is the same",
    () =>
      Effect.gen(function* () {
        yield* Effect.gen(function* () {
          const [sql, emails] = [yield* SqlClient.SqlClient, yield* Emails]
          yield* insertTenant
          for (let version = 0; version < 10; version++) {
            const id = `order-${String(version)}`
            yield* writeTemplate({ tenant_id: tenant.id, id }, aContent, 1e12)
            const one = emails.send(tenant, { to: "ada@example.com", template_id: id })
            const later = Effect.andThen(
              Effect.repeat(turn, { times: version }),
              sql.withTransaction(one)
            )
            yield* Effect.all([one, later, later], { concurrency: "unbounded" })
          }
          expect(yield* recipients).toHaveLength(30)
        }).pipe(
          Effect.provide(Layer.provideMerge(services(postgresFrom()), pgClient(yield* url, 1)))
        )
      })
  )

  it.live("reads octets as they were written, in the older notation of bytea too", () =>
    Effect.gen(function* () {
      const address = yield* url
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql.unsafe(
          `ALTER DATABASE "${new URL(address).pathname.slice(1)}" SET bytea_output = 'escape'`
        )
      }).pipe(Effect.provide(pgClient(address)))
      yield* Effect.gen(function* () {
        yield* insertTenant
        yield* send("ada")
        const queue = yield* MailQueue
        const [mail] = yield* queue.claim({ owner: "w", until: 9e15 }, 1, 9e14)
        const files = yield* Effect.flatMap(attachmentQueries, (store) =>
          store.read(mail?.body?.id ?? "")
        )
        expect(files.map(({ content }) => [...content])).toEqual([[0, 92, 255]])
      }).pipe(Effect.provide(Layer.provideMerge(services(postgresFrom()), pgClient(address))))
    })
  )

  it.live("prepares a statement again that could not be prepared once, on SQLite", () =>
    Effect.gen(function* () {
      const filename = yield* file
      yield* Effect.gen(function* () {
        yield* insertTenant
        const host = new Database(filename)
        const { list } = yield* emailQueries
        host.exec("ALTER TABLE emails RENAME TO away")
        // Has the connection see the change, which otherwise prepares what it knew before.
        yield* Effect.flatMap(tenantQueries, (tenants) => tenants.findByName(tenant.name))
        expect((yield* Effect.flip(list(tenant.id, { limit: 1, offset: 0 }, {})))._tag).toBe(
          "StorageError"
        )
        host.exec("ALTER TABLE away RENAME TO emails")
        host.close()
        expect(yield* list(tenant.id, { limit: 1, offset: 0 }, {})).toEqual({
          emails: [],
          next: null
        })
      }).pipe(Effect.provide(Layer.provideMerge(services(sqliteFrom()), sqliteHost({ filename }))))
    })
  )

  it.live(
    "makes batches one by one in a transaction of a host that has nothing but Emails and its client",
    () =>
      Effect.gen(function* () {
        const address = yield* url
        const emails = Emails.layer().pipe(
          Layer.provide(layerTemplates()),
          Layer.provide(Layer.merge(postgresFrom(), layerTemplates()))
        )
        yield* Effect.provide(insertTenant, Layer.provide(postgresFrom(), pgClient(address)))
        const outcomes = yield* Effect.gen(function* () {
          const [sql, { sendBatch }] = [yield* SqlClient.SqlClient, yield* Emails]
          const other = yield* sql.reserve
          yield* other.executeUnprepared("BEGIN", [], undefined)
          yield* other.executeUnprepared(
            "LOCK TABLE templates IN ACCESS EXCLUSIVE MODE",
            [],
            undefined
          )
          const sent = yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`SET LOCAL lock_timeout = '50ms'`
              return yield* sendBatch(tenant, [
                { to: "bob@example.com", template_id: "order" },
                { to: "ada@example.com", text: "x" }
              ])
            })
          )
          yield* other.executeUnprepared("ROLLBACK", [], undefined)
          return sent.map(Result.isSuccess)
        }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(emails, pgClient(address))))
        expect(outcomes).toEqual([false, true])
      })
  )

  it.live("makes a send inside another one in the same transaction, and undoes it alone", () =>
    Effect.gen(function* () {
      const filename = yield* file
      yield* Effect.gen(function* () {
        yield* insertTenant
        const host = new Database(filename)
        const execute: Transaction["execute"] = (statement, parameters, answersRows) => {
          const prepared = host.prepare<Array<unknown>, TransactionRow>(statement)
          return answersRows ? prepared.all(...parameters) : (prepared.run(...parameters), [])
        }
        const transaction: Transaction = {
          dialect: "sqlite",
          connection: host,
          isSynchronous: true,
          isOpen: () => host.inTransaction,
          execute
        }
        host.exec("BEGIN IMMEDIATE")
        yield* inTransaction(
          transaction,
          Effect.gen(function* () {
            yield* inTransaction(transaction, send("ada"))
            yield* Effect.ignore(
              inTransaction(transaction, Effect.andThen(send("bob"), Effect.fail("undone")))
            )
            yield* send("cleo")
          })
        )
        host.exec("COMMIT")
        host.close()
        expect(yield* recipients).toEqual(["ada@example.com", "cleo@example.com"])
      }).pipe(Effect.provide(services(sqlite({ filename }))))
    })
  )
})
