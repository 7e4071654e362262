import { describe, expect, it } from "@effect/vitest"
import { updateEndpoint } from "@telemark-tools/conformance"
import {
  aConfig,
  anEndpoint,
  aSend,
  aSubscription,
  aWebhookSettlement,
  recordOne
} from "@telemark-tools/storages"
import {
  emailQueries,
  eventQueries,
  makeRecordReports,
  layerStorage as layerSql,
  MailQueue,
  makeSaveSmtpConfig,
  subscriptionQueries,
  webhookEndpointQueries,
  WebhookQueue,
  webhookQueueQueries
} from "@telemark/core"
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { open } from "../src/open.js"
import { fresh } from "./fresh.js"
import { explain, indexesOf, recorded, recordStatements, rowsOf } from "./plans.js"

describe("claiming some kinds of mail", () => {
  it.live("reads none of 50,000 messages of others, whatever the statistics know of them", () =>
    Effect.gen(function* () {
      const { sql } = yield* open({
        url: yield* fresh,
        maxConnections: 1,
        statementTimeout: "2 minutes"
      })
      const context = yield* Layer.build(
        Layer.provideMerge(layerSql, Layer.succeed(SqlClient.SqlClient, sql))
      )
      const queue = Context.get(context, MailQueue)
      const save = yield* Effect.provide(makeSaveSmtpConfig, context)
      yield* save({ ...aConfig, tenant_id: "tn_b" })
      yield* sql.unsafe(`INSERT INTO queue (id, tenant_id, due_at)
        SELECT 'em_' || lpad(n::text, 32, '0'), 'tn_' || n % 3, n FROM generate_series(1, 50000) AS n`)
      const now = 1.8e12 + 10
      yield* (yield* Effect.provide(emailQueries, context)).accept({
        ...aSend(1),
        tenant_id: "tn_b"
      })
      const kinds = [
        { ownServersOnly: true },
        { ownServersOnly: true, begunBefore: 3e14 },
        { except: ["tn_0", "tn_1", "tn_2"] }
      ]
      const lease = { owner: "w", until: now + 1 }
      for (const prepare of ["SELECT 1", "ANALYZE queue"]) {
        yield* sql.unsafe(prepare)
        for (const kind of kinds) {
          recorded.clear()
          const claimed = yield* Effect.provide(queue.claim(lease, 20, now, kind), recordStatements)
          yield* queue.release(
            "w",
            claimed.map(({ id }) => id),
            now
          )
          expect(claimed.map(({ tenant_id }) => tenant_id)).toEqual(["tn_b"])
          const choosing = [...recorded].filter(([text]) =>
            /^\s*(?:WITH|SELECT)\b.*\bqueue\b.*\bdue_at <=/s.test(text)
          )
          expect(choosing.length).toBeGreaterThan(1)
          for (const [text, parameters] of choosing) {
            expect(rowsOf(yield* explain(sql, text, parameters), "queue"), text).toBeLessThan(30)
          }
        }
      }
    })
  )
})

describe("serving webhook endpoints", () => {
  it.live(
    "reads none of 100,000 events that wait for another, whatever the statistics know of them",
    () =>
      Effect.gen(function* () {
        const { sql } = yield* open({
          url: yield* fresh,
          maxConnections: 1,
          statementTimeout: "2 minutes"
        })
        const context = yield* Layer.build(
          Layer.provideMerge(layerSql, Layer.succeed(SqlClient.SqlClient, sql))
        )
        const queue = Context.get(context, WebhookQueue)
        const { insert } = yield* Effect.provide(webhookEndpointQueries, context)
        const { enqueue } = yield* Effect.provide(webhookQueueQueries, context)
        for (const id of [1, 2, 3]) yield* insert({ ...anEndpoint, id })
        yield* (yield* Effect.provide(emailQueries, context)).accept(aSend(1))
        const events = ["evt_a", "evt_b", "evt_c"]
        yield* sql.unsafe(`INSERT INTO events (id, tenant_id, email_id, type, data, created_at)
        SELECT id, 'tn_a', (SELECT id FROM emails), 'email.sent', '{}', 0 FROM unnest(ARRAY['evt_a', 'evt_b', 'evt_c']) AS id`)
        yield* sql.unsafe(`INSERT INTO webhook_queue (endpoint_id, event_id, tenant_id, attempts, due_at)
        SELECT 2, 'evt_' || lpad(n::text, 32, '0'), 'tn_a', 0, n FROM generate_series(1, 100000) AS n`)
        const now = 1.9e12
        const lease = { owner: "w", until: now + 1 }
        const room = { limit: 4, perEndpoint: 2, ofEndpoints: new Map([[2, 0]]) }
        const work = Effect.gen(function* () {
          yield* sql`DELETE FROM webhook_queue WHERE endpoint_id <> 2`
          for (const id of [1, 3]) yield* enqueue({ id, tenant_id: "tn_a" }, events, now)
          const claimed = yield* queue.claim(lease, room, now)
          expect(claimed.map(({ endpoint }) => endpoint.id).sort()).toEqual([1, 1, 3, 3])
          const keys = claimed.map(({ endpoint, event }) => ({
            endpoint_id: endpoint.id,
            event_id: event.id
          }))
          yield* queue.renew(lease, keys)
          yield* queue.release("w", keys.slice(0, 1), now)
          yield* queue.record(
            "w",
            claimed.slice(1).map((one, index) => aWebhookSettlement(one, index === 0 ? null : now))
          )
          for (const active of [false, true])
            yield* Effect.provide(updateEndpoint("tn_a", 3, { active }, now), context)
          expect(
            (yield* queue.claim(lease, { ...room, ofEndpoints: new Map() }, now)).length
          ).toBeGreaterThan(0)
        })
        for (const prepare of ["SELECT 1", "ANALYZE webhook_queue"]) {
          yield* sql.unsafe(prepare)
          recorded.clear()
          yield* Effect.provide(work, recordStatements)
          const statements = [...recorded].filter(
            ([text]) =>
              /^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE)\b.*\bwebhook_queue\b/s.test(text) &&
              !text.includes("endpoint_id <> 2")
          )
          expect(statements.length).toBeGreaterThan(9)
          for (const [text, parameters] of statements) {
            const plan = yield* explain(sql, text, parameters)
            expect(rowsOf(plan, "webhook_queue"), text).toBeLessThan(30)
            // By keys: the index for claims would lead through all rows of an endpoint.
            if (text.includes("AS given"))
              expect(indexesOf(plan), text).not.toContain("webhook_queue_by_due")
          }
        }
      })
  )
})

describe("recording and following events", () => {
  it.live("reads none of 20,000 events of others, whatever the statistics know of them", () =>
    Effect.gen(function* () {
      const { sql } = yield* open({
        url: yield* fresh,
        maxConnections: 1,
        statementTimeout: "2 minutes"
      })
      const context = yield* Layer.build(
        Layer.provideMerge(layerSql, Layer.succeed(SqlClient.SqlClient, sql))
      )
      const store = yield* Effect.provide(subscriptionQueries, context)
      const { list } = yield* Effect.provide(eventQueries, context)
      yield* sql.unsafe(`INSERT INTO events (id, tenant_id, email_id, type, data, created_at, report_key)
        SELECT 'evt_' || lpad(n::text, 32, '0'), 'tn_b', 'em_1', 'email.delivered', '{}', n, n::text FROM generate_series(1, 20000) AS n`)
      yield* sql.unsafe(
        "INSERT INTO subscription_queue (subscription_id, event_id, leased_until) SELECT 'sub_2', id, 0 FROM events"
      )
      yield* sql.unsafe(
        `INSERT INTO subscriptions SELECT 'sub_x' || n, 'tn_b', n::text, '[]', n + 1e12, 0 FROM generate_series(1, 20000) AS n`
      )
      const send = aSend(1)
      yield* (yield* Effect.provide(emailQueries, context)).accept(send)
      const email_id = send.recipients[0]?.id ?? ""
      const reports = yield* Effect.provide(makeRecordReports, context)
      const lease = { owner: "o", until: 2e12 }
      const made: Array<{ readonly id: string }> = []
      const work = Effect.gen(function* () {
        yield* store.open({ ...aSubscription, expires_at: 1e12 })
        const report = { kind: "delivered", key: String(made.length) } as const
        const recordedReport = yield* recordOne(reports, "tn_a", email_id, report)
        const id = recordedReport?.event_id ?? ""
        made.push({ id })
        expect(
          yield* list("tn_a", {
            since: 0,
            until: 2e12,
            types: aSubscription.types,
            after: ""
          })
        ).toEqual({ events: made, next: undefined })
        yield* store.enqueue("sub_1", [id])
        expect(yield* store.claim("sub_1", lease, 10, 1)).toHaveLength(1)
        yield* store.renew("sub_1", lease)
        yield* store.release("sub_1", "o")
        yield* store.acknowledge("sub_1", "o", [id])
        expect(yield* store.removeExpired(1e12)).toBe(1)
      })
      for (const prepare of ["SELECT 1", "ANALYZE"]) {
        yield* sql.unsafe(prepare)
        yield* sql.unsafe("UPDATE emails SET status = 'sent'")
        recorded.clear()
        yield* Effect.provide(work, recordStatements)
        const statements = [...recorded].filter(([text]) =>
          /^\s*(?:SELECT|UPDATE|DELETE)\b.*\b(?:subscription\w+|events)\b/s.test(text)
        )
        expect(statements.length).toBeGreaterThan(12)
        for (const [text, parameters] of statements) {
          const plan = yield* explain(sql, text, parameters)
          for (const table of ["events", "subscriptions", "subscription_queue"])
            expect(rowsOf(plan, table), text).toBeLessThan(30)
        }
      }
    })
  )
})
