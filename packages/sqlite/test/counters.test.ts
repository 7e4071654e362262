import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { AnalyticsStore, EmailStore, MailQueue, RetentionStore, StorageHealth } from "@telemark/core"
import { layer as layerSql, migrate } from "@telemark/sql"
import { Effect, Layer } from "effect"
import { open } from "../src/open.js"
import { aSend } from "./sends.js"

const storage = Layer.provideMerge(
  layerSql,
  Layer.scoped(
    SqlClient.SqlClient,
    Effect.tap(open({ filename: ":memory:" }), (sql) => Effect.provideService(migrate, SqlClient.SqlClient, sql))
  )
)

const counters = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`SELECT tenant_id, hour, status, count FROM email_counts ORDER BY tenant_id, hour, status`)
const hour = 500_000

describe("hourly counters", () => {
  it.scoped("that were damaged are put right by a recount, which says how many were wrong", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { countByStatus, recount } = yield* AnalyticsStore
      const { accept } = yield* EmailStore
      for (const index of [1, 2, 3]) yield* accept(aSend(index))
      yield* accept({ ...aSend(4), tenant_id: "tn_b" })
      const healthy = yield* counters
      expect(healthy).toHaveLength(2)

      yield* sql`UPDATE email_counts SET count = -5`
      yield* sql`INSERT INTO email_counts VALUES ('tn_a', 1, 'sent', 7)`
      expect(yield* recount("tn_a")).toBe(2)
      expect(yield* recount("tn_a")).toBe(0)
      expect([...(yield* countByStatus("tn_a", 0))].filter(([, count]) => count !== 0)).toEqual([["queued", 3]])
      // The other tenant's was wrong, too, and is its own matter.
      expect([...(yield* countByStatus("tn_b", 0))]).toEqual([["queued", -5]])

      yield* sql`DELETE FROM email_counts`
      expect(yield* recount("tn_b")).toBe(1)
      expect(yield* recount("tn_a")).toBe(1)
      expect(yield* counters).toEqual(healthy)
    }).pipe(Effect.provide(storage)))

  it.scoped("that aren't there may be counted down without harm", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { claim } = yield* MailQueue
      yield* Effect.flatMap(EmailStore, ({ accept }) => accept(aSend(1)))
      yield* sql`DELETE FROM email_counts`
      expect(yield* claim({ owner: "w", until: 2e12 }, 10, 1.9e12)).toHaveLength(1)
      expect(yield* counters).toEqual([
        { tenant_id: "tn_a", hour, status: "queued", count: -1 }, { tenant_id: "tn_a", hour, status: "sending", count: 1 }
      ])
      expect(yield* (yield* AnalyticsStore).recount("tn_a")).toBe(1)
    }).pipe(Effect.provide(storage)))

  it.scoped("are gone with the last message of their hour", () =>
    Effect.gen(function*() {
      const { accept } = yield* EmailStore
      const { claim, release } = yield* MailQueue
      const sql = yield* SqlClient.SqlClient
      const to = (id: string) => [{ id, address: "ada@example.com", folded: "ada@example.com" }]
      yield* accept({ ...aSend(1), recipients: to("em_1") })
      yield* accept({ ...aSend(2), recipients: to("em_2"), created_at: 1.8e12 + 3_600_000 })
      const claimed = yield* claim({ owner: "w", until: 2e12 }, 10, 1.9e12)
      yield* release("w", claimed.map(({ id }) => id), 1.9e12)
      yield* sql`DELETE FROM queue`
      expect(yield* (yield* RetentionStore).removeEmails(1.8e12 + 3_600_000)).toBe(1)
      expect((yield* counters).filter((row) => row["hour"] === hour)).toEqual([])
      expect(yield* counters).not.toEqual([])
    }).pipe(Effect.provide(storage)))

  it.scoped("are counted from the log when the schema gets them", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { accept } = yield* EmailStore
      for (const index of [1, 2, 3]) yield* accept(aSend(index))
      yield* accept({ ...aSend(4), tenant_id: "tn_b", created_at: 1.8e12 - 1 })
      const healthy = yield* counters
      yield* sql`DROP TABLE email_counts`
      yield* sql`DELETE FROM telemark_migrations WHERE id > 1`
      yield* Effect.provideService(migrate, SqlClient.SqlClient, sql)
      expect(yield* counters).toEqual(healthy)
    }).pipe(Effect.provide(storage)))
})

describe("the health of a storage in use", () => {
  const check = Effect.flatMap(StorageHealth, (health) => Effect.exit(health.check))

  it.scoped("is good when a newer version has added to its schema", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO telemark_migrations (id, name, applied_at) VALUES (1000, 'later', 0)`
      expect((yield* check)._tag).toBe("Success")
    }).pipe(Effect.provide(storage)))

  it.scoped("is bad when its schema lacks a step", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM telemark_migrations WHERE id > 1`
      expect((yield* check)._tag).toBe("Failure")
    }).pipe(Effect.provide(storage)))
})
