import { describe, expect, it } from "@effect/vitest"
import { keptOf, type StorageError } from "@telemark/contract"
import {
  analyticsQueries,
  emailQueries,
  type PreparedSend,
  recountMessages,
  makeRetention,
  type StoragePorts
} from "@telemark/core"
import { layer } from "@telemark/postgres"
import { Effect, Fiber, Schedule } from "effect"
import pg from "pg"
import { fresh } from "./fresh.js"

const hour = 3_600_000
/** An hour that isn't the first of its day. */
const start = 1.8e12

const aSend = (index: number): PreparedSend => ({
  tenant_id: "tn_a",
  created_at: start + index,
  sender: { name: null, address: "shop@example.com" },
  sender_policy: "any",
  subject: "Hello",
  template_id: null,
  template_version: null,
  body: {
    id: `body_${String(index)}`,
    html: null,
    text: "hello",
    headers: [],
    shown: null,
    attachments: []
  },
  attachments: [],
  scheduled_at: null,
  ...keptOf({}),
  recipients: [
    { id: `em_${String(index)}`, address: "ada@example.com", name: null, folded: "ada@example.com" }
  ],
  warnings: [],
  unsigned_warning: null,
  idempotency: null,
  monthly_limit: null
})

/** The ports of a fresh database, and a connection of its own to it. */
const withDatabase = <A>(
  body: (
    sql: (text: string) => Effect.Effect<ReadonlyArray<Record<string, unknown>>>
  ) => Effect.Effect<A, StorageError, StoragePorts>
) =>
  Effect.gen(function* () {
    const url = yield* fresh
    const client = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const connected = new pg.Client({ connectionString: url })
        await connected.connect()
        return connected
      }),
      (connected) => Effect.promise(() => connected.end())
    )
    const sql = (text: string) =>
      Effect.promise(async () => (await client.query<Record<string, unknown>>(text)).rows)
    return yield* Effect.provide(body(sql), layer({ url }))
  })

/** Until a condition of the server holds. */
const until = (condition: Effect.Effect<boolean>) =>
  Effect.repeat(condition, {
    until: (holds) => holds,
    schedule: Schedule.spaced("10 millis")
  })

describe("counters of hours and days on Postgres", () => {
  it.live("that were damaged are put right by a recount", () =>
    withDatabase((sql) =>
      Effect.gen(function* () {
        const { countByStatus } = yield* analyticsQueries
        const { accept } = yield* emailQueries
        for (const index of [1, 2, 3]) yield* accept(aSend(index))
        yield* sql("UPDATE email_counts SET queued = -5, sent = 2")
        yield* sql(
          `INSERT INTO email_counts (tenant_id, period, starts_at, queued, sending, sent, failed, bounced, complained, delivered, deferred) VALUES ('tn_a', 'hour', ${String(hour)}, 7, 7, 7, 7, 7, 7, 7, 7)`
        )
        expect(yield* recountMessages("tn_a")).toBe(3)
        expect(yield* recountMessages("tn_a")).toBe(0)
        expect([...(yield* countByStatus("tn_a", 0))].filter(([, count]) => count !== 0)).toEqual([
          ["queued", 3]
        ])
      })
    )
  )

  it.live(
    "are recounted to what is committed, while a transaction that has changed the log waits",
    () =>
      withDatabase((sql) =>
        Effect.gen(function* () {
          const { countByStatus } = yield* analyticsQueries
          const { accept } = yield* emailQueries
          yield* accept(aSend(1))
          yield* sql("UPDATE email_counts SET queued = 100")
          // Another process: it has changed rows, but no counter yet.
          yield* sql("BEGIN")
          yield* sql("UPDATE emails SET status = 'sent'")
          expect(yield* recountMessages("tn_a")).toBe(2)
          yield* sql("UPDATE email_counts SET queued = queued - 1, sent = sent + 1")
          const recounting = yield* Effect.forkChild(recountMessages("tn_a"))
          yield* until(
            Effect.map(
              sql(
                "SELECT 1 AS one FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
              ),
              (rows) => rows.length > 0
            )
          )
          yield* sql("COMMIT")
          expect(yield* Fiber.join(recounting)).toBe(0)
          expect([...(yield* countByStatus("tn_a", 0))].filter(([, count]) => count !== 0)).toEqual(
            [["sent", 1]]
          )
        })
      )
  )
})

describe("two that tidy up one Postgres", () => {
  it.live("don't wait for one another", () =>
    withDatabase((sql) =>
      Effect.gen(function* () {
        const { removeBodies, removeEmails, removeIdempotency } = yield* makeRetention
        const { accept } = yield* emailQueries
        for (const index of [1, 2])
          yield* accept({ ...aSend(index), idempotency: { key: String(index), body_digest: "" } })
        yield* sql("DELETE FROM queue")
        yield* sql("BEGIN")
        yield* sql("DELETE FROM emails WHERE id = 'em_1'")
        yield* sql("DELETE FROM bodies WHERE id = 'body_1'")
        yield* sql("DELETE FROM idempotency WHERE key = '1'")
        const removed = yield* Effect.all([
          removeBodies(start + 10),
          removeEmails(start + 10),
          removeIdempotency(start + 10)
        ])
        yield* sql("COMMIT")
        expect(removed).toEqual([1, 1, 1])
      })
    )
  )
})
