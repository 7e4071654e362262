import { describe, expect, it } from "@effect/vitest"
import { removeEndpoint, updateEndpoint } from "@telemark-tools/conformance"
import { anEndpoint, aWebhookSettlement } from "@telemark-tools/storages"
import {
  type ClaimedWebhook,
  layerStorage as layerSql,
  makeRetention,
  subscriptionQueries,
  webhookEndpointQueries,
  WebhookQueue,
  webhookQueueQueries
} from "@telemark/core"
import { Context, Effect, Fiber, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { open } from "../src/open.js"
import { ask, eventually, fresh, watcher } from "./fresh.js"

const now = 1.9e12
const room = { limit: 100, perEndpoint: 50, ofEndpoints: new Map<number, number>() }
const isWaiting =
  "EXISTS (SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database())"

/**
 * Endpoints with as many due events each, the ports on some connections, and a connection beside
 * them.
 */
const storage = (endpoints: number, events: number, maxConnections = 2) =>
  Effect.gen(function* () {
    const url = yield* fresh
    const other = yield* watcher(url)
    // A deadlock that the server ends is tried again unnoticed: here it would wait until its lock
    // time-out instead, and fail.
    yield* ask(
      other,
      "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = ''60s''', current_database()); END $$"
    )
    const { sql } = yield* open({
      url,
      maxConnections,
      lockTimeout: "1 hour",
      statementTimeout: "1 hour",
      connectTimeout: "1 hour"
    })
    const context = yield* Layer.build(
      Layer.provideMerge(layerSql, Layer.succeed(SqlClient.SqlClient, sql))
    )
    const { find, insert, rotateSecret } = yield* Effect.provide(webhookEndpointQueries, context)
    for (let id = 1; id <= endpoints; id++) yield* insert({ ...anEndpoint, id })
    const store = {
      find,
      rotateSecret,
      update: (...change: Parameters<typeof updateEndpoint>) =>
        Effect.provide(updateEndpoint(...change), context),
      remove: (...which: Parameters<typeof removeEndpoint>) =>
        Effect.provide(removeEndpoint(...which), context)
    }
    yield* ask(
      other,
      `INSERT INTO emails (id, tenant_id, body_id, recipient_email, sender_email, subject, status, attempts, smtp_provider, created_at, updated_at)
      VALUES ('em_1', 'tn_a', 'body_1', 'ada@example.com', 'shop@example.com', 'Hello', 'sent', 1, 'smtp', 1, 1)`
    )
    yield* ask(
      other,
      `INSERT INTO events (id, tenant_id, email_id, type, data, created_at)
      SELECT 'evt_' || lpad(n::text, 32, '0'), 'tn_a', 'em_1', 'email.sent', '{}', n FROM generate_series(1, ${String(events)}) AS n`
    )
    yield* ask(
      other,
      `INSERT INTO webhook_queue (endpoint_id, event_id, tenant_id, attempts, due_at)
      SELECT webhook_endpoints.id, events.id, 'tn_a', 0, 1 FROM webhook_endpoints CROSS JOIN events`
    )
    return { context, other, store, queue: Context.get(context, WebhookQueue) }
  })

const keysOf = (claimed: ReadonlyArray<ClaimedWebhook>) =>
  claimed.map(({ endpoint, event }) => ({ endpoint_id: endpoint.id, event_id: event.id }))
const refused = (one: ClaimedWebhook, next: number | null) => ({
  ...aWebhookSettlement(one, next),
  outcome: "failed" as const,
  failing_limit: 0
})

describe("webhooks that another process has in flight at this moment", () => {
  it.live(
    "are passed by when others are claimed, and when their endpoint is made inactive or removed",
    () =>
      Effect.gen(function* () {
        const { other, queue, store } = yield* storage(2, 3)
        yield* ask(other, "BEGIN")
        yield* ask(
          other,
          "SELECT event_id FROM webhook_queue WHERE event_id = (SELECT MIN(event_id) FROM webhook_queue) FOR UPDATE"
        )
        expect(yield* queue.claim({ owner: "w", until: now + 1 }, room, now)).toHaveLength(4)
        expect(yield* store.update("tn_a", 1, { active: false }, now)).toMatchObject({
          active: false
        })
        expect(yield* store.remove("tn_a", 2)).toBe(true)
        expect(
          yield* ask(other, "SELECT endpoint_id FROM webhook_queue ORDER BY endpoint_id")
        ).toEqual([{ endpoint_id: "1" }, { endpoint_id: "2" }])
        yield* ask(other, "COMMIT")
        // Each claim drops what waits for one.
        for (const left of [1, 0]) {
          expect(yield* queue.claim({ owner: "w", until: now + 1 }, room, now)).toEqual([])
          expect(yield* ask(other, "SELECT endpoint_id FROM webhook_queue")).toHaveLength(left)
        }
      })
  )

  it.live("are passed by when their events are removed", () =>
    Effect.gen(function* () {
      const { context, other } = yield* storage(1, 2)
      const subscriptions = yield* Effect.provide(subscriptionQueries, context)
      yield* subscriptions.open({
        id: "sub_1",
        tenant_id: "tn_a",
        name: "orders",
        types: ["email.sent"],
        expires_at: null,
        created_at: 1
      })
      yield* ask(
        other,
        "INSERT INTO subscription_queue (subscription_id, event_id, leased_until) SELECT 'sub_1', id, 0 FROM events"
      )
      yield* ask(other, "BEGIN")
      const [locked] = yield* ask(
        other,
        "SELECT event_id FROM subscription_queue ORDER BY event_id LIMIT 1 FOR UPDATE"
      )
      expect(yield* (yield* Effect.provide(makeRetention, context)).removeEvents(now)).toBe(2)
      yield* ask(other, "COMMIT")
      expect(yield* ask(other, "SELECT event_id FROM subscription_queue")).toEqual([locked])
    })
  )

  it.live("are recorded once the endpoint's own row is free, with what was changed meanwhile", () =>
    Effect.gen(function* () {
      const { other, queue, store } = yield* storage(1, 1)
      const claimed = yield* queue.claim({ owner: "w", until: now + 1 }, room, now)
      yield* ask(other, "BEGIN")
      yield* ask(other, "UPDATE webhook_endpoints SET active = 0")
      const recording = yield* Effect.forkChild(
        queue.record(
          "w",
          claimed.map((one) => ({ ...refused(one, null), outcome: "gone" as const }))
        )
      )
      yield* eventually(other, isWaiting)
      yield* ask(other, "COMMIT")
      expect(yield* Fiber.join(recording)).toEqual([])
      expect(yield* store.find("tn_a", 1)).toMatchObject({ active: false, disabled_reason: null })
    })
  )
})

describe("an endpoint that is made active again", () => {
  it.live(
    "gets nothing that is written late by a transaction that found it active before it was made inactive",
    () =>
      Effect.gen(function* () {
        const { other, queue, store } = yield* storage(1, 3)
        yield* ask(other, "BEGIN")
        // As `isRecorder` of the dialect does.
        yield* ask(other, "SELECT pg_advisory_xact_lock_shared(724002)")
        yield* store.update("tn_a", 1, { active: false }, now)
        const activating = yield* Effect.forkChild(store.update("tn_a", 1, { active: true }, now))
        yield* eventually(other, isWaiting)
        yield* ask(
          other,
          "INSERT INTO webhook_queue (endpoint_id, event_id, tenant_id, attempts, due_at) SELECT 1, id, 'tn_a', 0, 1 FROM events"
        )
        yield* ask(other, "COMMIT")
        expect(yield* Fiber.join(activating)).toMatchObject({ active: true })
        expect(yield* queue.claim({ owner: "w", until: now + 1 }, room, now)).toEqual([])
      })
  )

  it.live("gets nothing that is locked meanwhile", () =>
    Effect.gen(function* () {
      const { other, queue, store } = yield* storage(1, 3)
      yield* queue.claim({ owner: "w", until: now + 1 }, room, now)
      yield* ask(other, "BEGIN")
      yield* ask(other, "UPDATE webhook_queue SET lease_owner = NULL, due_at = 2")
      yield* store.update("tn_a", 1, { active: false }, now)
      const activating = yield* Effect.forkChild(store.update("tn_a", 1, { active: true }, now))
      yield* eventually(other, isWaiting)
      yield* ask(other, "COMMIT")
      expect(yield* Fiber.join(activating)).toMatchObject({ active: true })
      expect(yield* queue.claim({ owner: "w", until: now + 1 }, room, now)).toEqual([])
    })
  )
})

describe("workers and tenants that change the same endpoints and what waits for them", () => {
  it.live("wait for each other in one order only", () =>
    Effect.gen(function* () {
      const { context, other, queue, store } = yield* storage(10, 60, 8)
      const { removeEvents } = yield* Effect.provide(makeRetention, context)
      const { enqueue } = yield* Effect.provide(webhookQueueQueries, context)
      const work = (index: number) =>
        Effect.gen(function* () {
          const owner = `w${String(index)}`
          for (let round = 0; round < 6; round++) {
            const claimed = yield* queue.claim(
              { owner, until: now + 1 },
              { ...room, limit: 30, perEndpoint: 5 },
              now
            )
            const mixed = index % 2 === 0 ? [...claimed].reverse() : claimed
            yield* queue.renew({ owner, until: now + 2 }, keysOf(mixed))
            yield* queue.release(owner, keysOf(mixed.slice(25)), now)
            yield* queue.record(
              owner,
              mixed
                .slice(0, 25)
                .map((one, nth) =>
                  nth % 3 === 0
                    ? aWebhookSettlement(one, null)
                    : nth === 20
                      ? { ...refused(one, null), outcome: "gone" as const }
                      : refused(one, nth % 3 === 1 ? null : now + 9)
                )
            )
          }
        })
      const change = (id: number) =>
        Effect.gen(function* () {
          yield* store.update("tn_a", id, { active: false }, now)
          yield* store.update("tn_a", id, { active: true, url: "https://example.org/" }, now)
          yield* enqueue({ id, tenant_id: "tn_a" }, ["evt_3", "evt_1", "evt_2"], now)
          yield* store.rotateSecret("tn_a", id, "new", now, now)
          if (id % 2 === 0) yield* store.remove("tn_a", id)
        })
      yield* Effect.all(
        [0, 1, 2, 3, 4].flatMap((index) => [
          work(index),
          change(2 * index + 1),
          change(2 * index + 2),
          Effect.asVoid(removeEvents(20))
        ]),
        {
          concurrency: "unbounded"
        }
      )
      // Each claim drops what waits for one endpoint that is inactive or gone.
      for (let times = 0; times < 11; times++)
        yield* queue.claim(
          { owner: "late", until: 2 * now },
          { ...room, limit: 1000, perEndpoint: 1000 },
          now + 10
        )
      expect(
        yield* ask(
          other,
          "SELECT 1 FROM webhook_queue q WHERE NOT EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = q.endpoint_id)"
        )
      ).toEqual([])
    })
  )
})
