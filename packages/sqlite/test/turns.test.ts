import { describe, expect, it } from "@effect/vitest"
import { makeRetention, subscriptionQueries } from "@telemark/core"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { storage } from "./storage.js"

/** How often the event loop turns while an effect runs. */
const turnsDuring = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let turns = 0
    const turn = () => {
      turns++
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    return effect.pipe(
      Effect.ensuring(
        Effect.sync(() => {
          clearImmediate(next)
        })
      ),
      Effect.map(() => turns)
    )
  })

// SQLite answers at once: without a turn of the loop after each part, a tenant that has much holds
// up everybody until the last of it is gone.
describe("the event loop turns between parts of what", () => {
  it.effect("a subscription leaves behind", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { open, remove } = yield* subscriptionQueries
      yield* open({
        id: "sub_1",
        tenant_id: "tn_a",
        name: "all",
        types: ["email.sent"],
        expires_at: 2e12,
        created_at: 1
      })
      yield* sql`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
        INSERT INTO subscription_queue (subscription_id, event_id, leased_until) SELECT 'sub_1', printf('evt_%032d', n), 0 FROM numbers`
      expect(yield* turnsDuring(remove("tn_a", "all"))).toBeGreaterThan(20_000 / 500)
      expect(yield* sql`SELECT 1 FROM subscription_queue`).toEqual([])
    }).pipe(Effect.provide(storage({ filename: ":memory:" })))
  )

  it.effect("retention passes in vain", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { removeEmails } = yield* makeRetention
      // Old, and to be sent only in a while: such mail stays.
      yield* sql`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 60000)
        INSERT INTO emails (id, tenant_id, body_id, recipient_email, sender_email, subject, status, attempts, smtp_provider, created_at, updated_at, scheduled_at)
        SELECT printf('em_%032d', n), 'tn_a', 'body_1', 'ada@example.com', 'shop@example.com', 'Hello', 'queued', 0, 'smtp', 1, 1, 2e12 FROM numbers`
      expect(
        yield* turnsDuring(
          Effect.gen(function* () {
            expect(yield* removeEmails(1e12)).toBe(0)
          })
        )
      ).toBeGreaterThanOrEqual(60_000 / 5000)
    }).pipe(Effect.provide(storage({ filename: ":memory:" })))
  )
})
