import {
  Emails,
  emailQueries,
  type SendError,
  type SendResult,
  type StorageError,
  type StoragePorts,
  tenantQueries,
  WakeUp
} from "@telemark/core"
import { layerTemplates } from "@telemark/templates"
import * as SqlClient from "effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { expect } from "vitest"

const tenant = {
  id: "tn_a",
  name: "effect",
  default_from: "shop@example.com",
  monthly_limit: 1000,
  track_opens: false,
  track_clicks: false,
  missing: "warn" as const,
  created_at: 1e12
}

/** The services of a host that sends, over that storage. */
export const services = <R>(storage: Layer.Layer<StoragePorts, StorageError, R>) =>
  Layer.provideMerge(Emails.layer(), Layer.mergeAll(storage, layerTemplates()))

/** Sends to somebody as the host's tenant. */
export const send = (
  name: string,
  idempotencyKey?: string
): Effect.Effect<SendResult, SendError, Emails> =>
  Effect.flatMap(Emails, (emails) =>
    emails.send(
      tenant,
      {
        to: `${name}@example.com`,
        text: "x",
        attachments: [{ filename: "a.bin", content: Uint8Array.of(0, 92, 255) }]
      },
      { idempotencyKey }
    )
  )

/** Whom there is mail for. */
export const recipients = Effect.flatMap(emailQueries, (store) =>
  Effect.map(store.list(tenant.id, { limit: 100, offset: 0 }, {}), (found) =>
    (found?.emails ?? []).map(({ recipient_email }) => recipient_email).toSorted()
  )
)

const orders = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ readonly id: number }>`SELECT id FROM orders ORDER BY id`, (rows) =>
    rows.map(({ id }) => id)
  )
)

const order = (id: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO orders (id) VALUES (${id})`)

/** What must hold where storage shares the host's client, which `SqlClient` is here. */
export const sharesTransactions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const mailCame = yield* Effect.flatMap(WakeUp, ({ listen }) => listen)
  yield* Effect.flatMap(tenantQueries, (tenants) => tenants.insert(tenant))

  const result = yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* order(1)
      yield* send("bob", "order-1")
      return yield* send("ada")
    })
  )
  // Woken by the commit.
  yield* mailCame
  yield* Effect.flip(
    sql.withTransaction(
      Effect.all([order(2), send("cleo", "order-2"), Effect.fail("the host changed its mind")])
    )
  )
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* Effect.ignore(
        sql.withTransaction(Effect.andThen(send("dora"), Effect.fail("to the savepoint")))
      )
      yield* Effect.all([send("emil"), send("fred")], { concurrency: "unbounded" })
      yield* Effect.flip(send("nobody at"))
      yield* order(3)
    })
  )
  expect(yield* recipients).toEqual(
    ["ada", "bob", "emil", "fred"].map((name) => `${name}@example.com`)
  )
  expect(yield* orders).toEqual([1, 3])
  expect([
    (yield* send("bob", "order-1")).idempotent_replay,
    (yield* send("cleo", "order-2")).idempotent_replay
  ]).toEqual([true, false])

  const id = result.queued[0]?.id ?? ""
  const record = yield* Effect.flatMap(emailQueries, (store) => store.find(tenant.id, id))
  expect([typeof record?.created_at, record?.attempts]).toEqual(["number", 0])
})

export { order, orders, tenant }
