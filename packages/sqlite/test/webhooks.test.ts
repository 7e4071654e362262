import { describe, expect, it } from "@effect/vitest"
import {
  type ClaimedWebhook,
  emailQueries,
  inspectSecrets,
  MailQueue,
  makeRetention,
  rotateSecrets,
  Secrets,
  StoredKeys,
  subscriptionQueries,
  webhookAttemptQueries,
  webhookEndpointQueries,
  WebhookQueue,
  webhookSecretReference
} from "@telemark/core"
import { removeEndpoint, updateEndpoint } from "@telemark-tools/conformance"
import { anEndpoint, aSend, aWebhookSettlement } from "@telemark-tools/storages"
import { Effect, Layer, Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { storage } from "./storage.js"

const inMemory = storage({ filename: ":memory:" })
const now = 1.9e12
const room = { limit: 100, perEndpoint: 50, ofEndpoints: new Map<number, number>() }
const claim = (at = now, max = room) =>
  Effect.flatMap(WebhookQueue, (queue) => queue.claim({ owner: "w", until: at + 1000 }, max, at))
const taken = (claimed: ReadonlyArray<ClaimedWebhook>) =>
  claimed.map((one) => aWebhookSettlement(one, null))
const record = (settlements: Parameters<typeof WebhookQueue.Service.record>[1]) =>
  Effect.flatMap(WebhookQueue, (queue) => queue.record("w", settlements))

/** An endpoint with that many events which are due. */
const pending = (count: number, id = 1) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.flatMap(webhookEndpointQueries, (queries) =>
      queries.insert({ ...anEndpoint, id })
    )
    yield* sql`INSERT INTO emails (id, tenant_id, body_id, recipient_email, sender_email, subject, status, attempts, smtp_provider, created_at, updated_at)
      VALUES ('em_1', 'tn_a', 'body_1', 'ada@example.com', 'shop@example.com', 'Hello', 'sent', 1, 'smtp', 1, 1) ON CONFLICT DO NOTHING`
    yield* sql`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
      INSERT INTO events (id, tenant_id, email_id, type, data, created_at)
      SELECT printf('evt_%d_%032d', ${id}, n), 'tn_a', 'em_1', 'email.sent', '{}', n FROM numbers`
    yield* sql`INSERT INTO webhook_queue (endpoint_id, event_id, tenant_id, attempts, due_at)
      SELECT ${id}, id, tenant_id, 0, 1 FROM events WHERE id LIKE ${`evt_${String(id)}_%`}`
  })

const waiting = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ readonly count: number }>`SELECT COUNT(*) AS count FROM webhook_queue`,
    ([row]) => row?.count
  )
)

/** What an effect says to the database, the first word of each. */
const statementsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  const statements: Array<string> = []
  const remember: Statement.Transformer = (statement) =>
    Effect.sync(() => {
      statements.push(statement.compile()[0].trim().split(/\s/)[0] ?? "")
      return statement
    })
  return Effect.map(
    Effect.provideService(effect, Statement.CurrentTransformer, remember),
    (result) => ({ result, statements })
  )
}

describe("the queue of webhooks", () => {
  it.effect(
    "takes two statements to record any number of deliveries, and as many to claim one event as fifty",
    () =>
      Effect.gen(function* () {
        yield* pending(100)
        // The endpoints that come first are only looked at again once one of them was served.
        yield* claim(now, { ...room, perEndpoint: 1 })
        const one = yield* statementsOf(claim(now, { ...room, perEndpoint: 1 }))
        const fifty = yield* statementsOf(claim())
        expect([one.result.length, fifty.result.length]).toEqual([1, 50])
        expect(fifty.statements).toEqual(one.statements)
        expect(fifty.statements.length).toBeLessThanOrEqual(7)
        expect((yield* statementsOf(record(taken(fifty.result)))).statements).toEqual([
          "DELETE",
          "INSERT"
        ])
      }).pipe(Effect.provide(inMemory))
  )

  it.effect("is looked at without a write while nothing in it is to be taken", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* pending(2)
      yield* pending(1, 2)
      yield* claim(now, { ...room, ofEndpoints: new Map([[2, 0]]) })
      const version = sql<{ readonly changes: number }>`SELECT total_changes() AS changes`
      const before = yield* version
      const { result, statements } = yield* statementsOf(
        claim(now, { ...room, ofEndpoints: new Map([[2, 0]]) })
      )
      expect(result).toEqual([])
      expect([...new Set(statements)]).toEqual(["WITH"])
      expect(yield* version).toEqual(before)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect(
    "drops the pending events of an endpoint that was made inactive in parts, so that nothing waits for it",
    () =>
      Effect.gen(function* () {
        yield* pending(1800)
        const [first] = yield* claim(now, { ...room, limit: 1 })
        expect(first).toBeDefined()
        const gone =
          first === undefined
            ? []
            : [{ ...aWebhookSettlement(first, null), outcome: "gone" as const }]
        expect(yield* record(gone)).toEqual([{ id: 1, disabled_reason: "gone" }])
        expect(yield* waiting).toBe(1299)
        expect(yield* claim()).toEqual([])
        expect(yield* waiting).toBe(799)
        yield* updateEndpoint("tn_a", 1, { active: false }, now)
        expect(yield* waiting).toBe(299)
        yield* updateEndpoint("tn_a", 1, { active: true }, now)
        expect(yield* waiting).toBe(0)
      }).pipe(Effect.provide(inMemory))
  )

  it.effect(
    "drops the pending events of removed endpoints in parts: some with the request, the rest by claims, of one each",
    () =>
      Effect.gen(function* () {
        for (const id of [1, 2, 3]) yield* pending(id === 3 ? 2 : 1200, id)
        for (const id of [1, 2]) expect(yield* removeEndpoint("tn_a", id)).toBe(true)
        expect(yield* waiting).toBe(1402)
        expect(yield* claim(now, { ...room, limit: 1 })).toHaveLength(1)
        expect(yield* waiting).toBe(902)
        expect(yield* claim()).toHaveLength(1)
        expect(yield* waiting).toBe(702)
        for (const left of [202, 2]) {
          expect(yield* claim()).toEqual([])
          expect(yield* waiting).toBe(left)
        }
      }).pipe(Effect.provide(inMemory))
  )

  it.effect(
    "drops what is left of an endpoint in short transactions before it becomes active, and resumes after an interruption",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { find } = yield* webhookEndpointQueries
        yield* pending(1800)
        yield* updateEndpoint("tn_a", 1, { active: false }, now)
        yield* sql`CREATE TRIGGER broken BEFORE DELETE ON webhook_queue WHEN (SELECT COUNT(*) FROM webhook_queue) < 500 BEGIN SELECT RAISE(ABORT, 'broken'); END`
        expect((yield* Effect.flip(updateEndpoint("tn_a", 1, { active: true }, now)))._tag).toBe(
          "StorageError"
        )
        expect([(yield* find("tn_a", 1))?.active, yield* waiting]).toEqual([false, 800])
        yield* sql`DROP TRIGGER broken`
        expect(yield* updateEndpoint("tn_a", 1, { active: true }, now)).toMatchObject({
          active: true
        })
        expect(yield* waiting).toBe(0)
      }).pipe(Effect.provide(inMemory))
  )

  it.effect("keeps what waits for an active endpoint that is made active again", () =>
    Effect.gen(function* () {
      yield* pending(3)
      yield* updateEndpoint("tn_a", 1, { active: true }, now)
      expect(yield* claim()).toHaveLength(3)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("keeps all that waits for an endpoint, if making it inactive breaks off", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { find } = yield* webhookEndpointQueries
      yield* pending(3)
      yield* sql`CREATE TRIGGER broken BEFORE DELETE ON webhook_queue BEGIN SELECT RAISE(ABORT, 'broken'); END`
      expect((yield* Effect.flip(updateEndpoint("tn_a", 1, { active: false }, now)))._tag).toBe(
        "StorageError"
      )
      expect((yield* Effect.flip(removeEndpoint("tn_a", 1)))._tag).toBe("StorageError")
      yield* sql`DROP TRIGGER broken`
      expect(yield* find("tn_a", 1)).toEqual(anEndpoint)
      expect(yield* claim()).toHaveLength(3)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("records all of what was found together, or nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { list: attempts } = yield* webhookAttemptQueries
      yield* pending(2)
      const claimed = yield* claim()
      const settlements = claimed.map((one, index) => ({
        ...aWebhookSettlement(one, index === 0 ? null : now + 1),
        outcome: "failed" as const,
        failing_limit: 0
      }))
      for (const event of ["INSERT ON webhook_attempts", "UPDATE ON webhook_endpoints"]) {
        yield* sql.unsafe(
          `CREATE TRIGGER broken BEFORE ${event} BEGIN SELECT RAISE(ABORT, 'broken'); END`
        )
        expect((yield* Effect.flip(record(settlements)))._tag).toBe("StorageError")
        yield* sql`DROP TRIGGER broken`
        expect(yield* waiting).toBe(2)
        expect(yield* attempts("tn_a", 1, { limit: 10, offset: 0 })).toEqual([])
      }
      yield* record(settlements)
      expect(yield* waiting).toBe(1)
      expect(yield* attempts("tn_a", 1, { limit: 10, offset: 0 })).toHaveLength(2)
    }).pipe(Effect.provide(inMemory))
  )
})

describe("events that are removed since they are old", () => {
  it.effect("leave no outbox rows of subscriptions behind", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const subscriptions = yield* subscriptionQueries
      for (const [id, tenant_id] of [
        ["sub_1", "tn_a"],
        ["sub_2", "tn_a"],
        ["sub_3", "tn_b"]
      ] as const) {
        yield* subscriptions.open({
          id,
          tenant_id,
          name: id,
          types: ["email.sent"],
          expires_at: 2e12,
          created_at: 1
        })
      }
      yield* Effect.flatMap(emailQueries, (store) => store.accept(aSend(1)))
      const [message] = yield* Effect.flatMap(MailQueue, (queue) =>
        queue.claim({ owner: "w", until: 2e12 }, 1, now)
      )
      yield* Effect.flatMap(MailQueue, (queue) =>
        queue.record("w", [
          {
            id: message?.id ?? "",
            tenant_id: "tn_a",
            recipient: "ada@example.com",
            created_at: 1.8e12 + 1,
            attempts: 1,
            status: "sent",
            smtp_provider: "smtp",
            smtp_response: null,
            error_message: null,
            failure_code: null,
            at: now,
            next_attempt_at: null,
            refused_since: null,
            suppress: null,
            event: { id: "evt_1", type: "email.sent", data: {} }
          }
        ])
      )
      yield* subscriptions.enqueue("sub_1", ["evt_2"])
      expect(yield* sql`SELECT event_id FROM subscription_queue`).toHaveLength(3)
      expect(
        yield* Effect.flatMap(makeRetention, ({ removeEvents }) => removeEvents(now + 1))
      ).toBe(1)
      expect(yield* sql`SELECT subscription_id, event_id FROM subscription_queue`).toEqual([
        { subscription_id: "sub_1", event_id: "evt_2" }
      ])
    }).pipe(Effect.provide(inMemory))
  )
})

describe("rotating the key that seals stored secrets", () => {
  it.effect("reaches a webhook endpoint's present secret and its former one", () =>
    Effect.gen(function* () {
      const { find, insert, rotateSecret } = yield* webhookEndpointQueries
      const place = webhookSecretReference("tn_a", 1)
      const keys = ["A", "B"].map((letter) => `${letter.repeat(42)}A=`)
      const [first = "", second = ""] = keys
      const noKeys = Layer.succeed(StoredKeys, {
        keys: Effect.succeed(undefined),
        update: () => Effect.succeed([])
      })
      const secretsOf = (secret: string) => Layer.provide(Secrets.layer(secret), noKeys)
      const sealed = (text: string) =>
        Effect.provide(
          Effect.flatMap(Secrets, ({ seal }) => seal(Redacted.make(text), place)),
          secretsOf(first)
        )
      yield* insert({ ...anEndpoint, secret: yield* sealed("whsec_1") })
      yield* rotateSecret("tn_a", 1, yield* sealed("whsec_2"), now + 1, now)
      const rotated = yield* Effect.provide(rotateSecrets(`${second},${first}`), noKeys)
      expect(rotated).toEqual({ total: 2, resealed: 2, unreadable: [], complete: true })
      const opened = Effect.gen(function* () {
        const { open } = yield* Secrets
        const kept = yield* find("tn_a", 1)
        const texts = yield* Effect.forEach(
          [kept?.secret ?? "", kept?.former_secret ?? ""],
          (text) => open(text, place)
        )
        return { counts: yield* inspectSecrets, texts: texts.map(Redacted.value) }
      })
      expect(yield* Effect.provide(opened, secretsOf(second))).toEqual({
        counts: { total: 2, unknownKey: 0, damaged: 0, outdated: 0 },
        texts: ["whsec_2", "whsec_1"]
      })
    }).pipe(Effect.provide(inMemory))
  )
})
