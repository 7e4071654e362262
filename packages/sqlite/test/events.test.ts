import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { aSend, recordOne } from "@telemark-tools/storages"
import type { EventType } from "@telemark/contract"
import {
  emailQueries,
  type EventPage,
  eventQueries,
  Events,
  MailQueue,
  makeRecordReports,
  type Settlement,
  subscriptionQueries
} from "@telemark/core"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { storage } from "./storage.js"

const inMemory = storage({ filename: ":memory:" })
const types: ReadonlyArray<EventType> = ["email.sent", "email.bounced"]
const subscription = {
  id: "sub_1",
  tenant_id: "tn_a",
  name: "orders",
  types,
  expires_at: null,
  created_at: 1
}

/** A message that is in flight, and what is to be recorded of it. */
const inFlight = Effect.gen(function* () {
  yield* Effect.flatMap(emailQueries, (store) => store.accept(aSend(1)))
  const [message] = yield* Effect.flatMap(MailQueue, (queue) =>
    queue.claim({ owner: "w", until: 2e12 }, 1, 1.9e12)
  )
  const settlement: Settlement = {
    id: message?.id ?? "",
    tenant_id: "tn_a",
    recipient: "ada@example.com",
    created_at: 1.8e12 + 1,
    attempts: 1,
    status: "bounced",
    smtp_provider: "smtp",
    smtp_response: null,
    error_message: null,
    failure_code: null,
    at: 1.9e12,
    next_attempt_at: null,
    refused_since: null,
    suppress: "bounce",
    event: { id: "evt_1", type: "email.bounced", data: {} }
  }
  return settlement
})

const complaint = { kind: "complained" } as const

/** What the database holds of messages, but for their attempts. */
const state = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return {
    statuses: yield* sql`SELECT status FROM emails`,
    events: yield* sql`SELECT id FROM events ORDER BY id`,
    pending:
      yield* sql`SELECT event_id FROM subscription_queue UNION ALL SELECT event_id FROM webhook_queue`,
    suppressed: yield* sql`SELECT folded FROM suppressions`,
    queued: yield* sql`SELECT id FROM queue`,
    counts: yield* sql`SELECT * FROM email_counts ORDER BY period`
  }
})

const addEndpoint = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`INSERT INTO webhook_endpoints (id, tenant_id, url, events, active, secret, created_at, updated_at)
    VALUES (1, 'tn_a', 'https://example.com', '["email.bounced","email.complained"]', 1, 'sealed', 1, 1)`
)

const addEvents = (count: number, emailId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO events (id, tenant_id, email_id, type, data, created_at)
    SELECT printf('evt_%012x%020d', n, n), 'tn_a', ${emailId}, CASE n WHEN ${count} THEN 'email.bounced' ELSE 'email.opened' END, '{}', n FROM numbers`
  )

/** What an effect says to the database. */
const statementsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  const statements: Array<string> = []
  const remember: Statement.Transformer = (statement) =>
    Effect.sync(() => {
      statements.push(statement.compile()[0])
      return statement
    })
  return Effect.as(
    Effect.provideService(effect, Statement.CurrentTransformer, remember),
    statements
  )
}

describe("status, suppression, event, its outbox rows, and counters", () => {
  it.effect("are written together or not at all when an attempt is recorded", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { record } = yield* MailQueue
      yield* addEndpoint
      yield* Effect.flatMap(subscriptionQueries, ({ open }) => open(subscription))
      const settlement = yield* inFlight
      const before = yield* state
      for (const table of ["webhook_queue", "subscription_queue", "email_counts"]) {
        yield* sql.unsafe(
          `CREATE TRIGGER broken BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'broken'); END`
        )
        expect((yield* Effect.flip(record("w", [settlement])))._tag).toBe("StorageError")
        yield* sql`DROP TRIGGER broken`
        expect(yield* state).toEqual(before)
      }
      expect(yield* record("w", [settlement])).toEqual({
        ids: [settlement.id],
        hasOutboxRows: true
      })
      expect(yield* state).toMatchObject({
        statuses: [{ status: "bounced" }],
        events: [{ id: "evt_1" }],
        pending: [{ event_id: "evt_1" }, { event_id: "evt_1" }],
        suppressed: [{}],
        queued: []
      })
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("are written together or not at all when something is reported", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const reports = yield* makeRecordReports
      yield* addEndpoint
      const { id, ...settlement } = yield* inFlight
      yield* Effect.flatMap(MailQueue, (queue) =>
        queue.record("w", [
          { ...settlement, id, status: "deferred", suppress: null, next_attempt_at: 2e12 }
        ])
      )
      const before = yield* state
      for (const table of ["webhook_queue", "email_counts"]) {
        yield* sql.unsafe(
          `CREATE TRIGGER broken BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'broken'); END`
        )
        expect((yield* Effect.flip(recordOne(reports, "tn_a", id, complaint)))._tag).toBe(
          "StorageError"
        )
        yield* sql`DROP TRIGGER broken`
        expect(yield* state).toEqual(before)
      }
      yield* Effect.flip(
        sql.withTransaction(
          Effect.andThen(
            recordOne(reports, "tn_a", id, complaint),
            Effect.fail("the host changed its mind")
          )
        )
      )
      expect(yield* state).toEqual(before)
      expect((yield* recordOne(reports, "tn_a", id, complaint))?.outcome).toBe("recorded")
      expect(yield* state).toMatchObject({
        statuses: [{ status: "complained" }],
        suppressed: [{ folded: "ada@example.com" }],
        queued: []
      })
    }).pipe(Effect.provide(inMemory))
  )
})

describe("what a report says happened", () => {
  it.effect(
    "is stored beside a status that stays, with the first time, and the status's own times stay",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const reports = yield* makeRecordReports
        const settlement = yield* inFlight
        yield* Effect.flatMap(MailQueue, (queue) =>
          queue.record("w", [
            {
              ...settlement,
              status: "sent",
              suppress: null,
              event: { id: "evt_0", type: "email.sent", data: {} }
            }
          ])
        )
        const facts = Effect.map(
          sql`SELECT status, sent_at, delivered_at, bounced_at, complained_at FROM emails WHERE id = ${settlement.id}`,
          ([row]) => Object.values(row ?? {})
        )
        const [, sent_at] = yield* facts
        expect(sent_at).not.toBeNull()
        const report = (kind: "delivered" | "bounced" | "complained", at: number) =>
          Effect.map(
            recordOne(reports, "tn_a", settlement.id, { kind, at }),
            (recorded) => recorded?.outcome
          )
        yield* TestClock.setTime(2e12)
        expect(yield* report("bounced", 1.95e12)).toBe("recorded")
        expect(yield* report("delivered", 1.94e12)).toBe("superseded")
        expect(yield* report("bounced", 1.96e12)).toBe("superseded")
        expect(yield* facts).toEqual(["bounced", sent_at, 1.94e12, 1.95e12, null])
        expect(yield* report("complained", 1.97e12)).toBe("recorded")
        expect(yield* report("delivered", 1.98e12)).toBe("superseded")
        expect(yield* facts).toEqual(["complained", sent_at, 1.94e12, 1.95e12, 1.97e12])
        expect(yield* sql`SELECT type FROM events ORDER BY id`).toEqual([
          { type: "email.sent" },
          { type: "email.bounced" },
          { type: "email.complained" }
        ])
      }).pipe(Effect.provide(inMemory))
  )
})

describe("mail without followers", () => {
  it.effect("costs one look-up more, and no write", () =>
    Effect.gen(function* () {
      const settlement = yield* inFlight
      const statements = yield* statementsOf(
        Effect.flatMap(MailQueue, (queue) => queue.record("w", [settlement]))
      )
      const about = (words: RegExp) => statements.filter((text) => words.test(text))
      expect(about(/webhook|subscription/)).toHaveLength(1)
      expect(about(/webhook|subscription/)[0]?.trim()).toMatch(/^SELECT/)
      expect(about(/email_counts/)).toEqual(statements.slice(-1))
    }).pipe(Effect.provide(inMemory))
  )
})

describe("the timeline of what isn't a message's id", () => {
  it.effect("isn't looked for", () =>
    Effect.gen(function* () {
      const { timeline } = yield* Events
      const asked = statementsOf(Effect.flip(timeline("tn_a", "em_'; DROP TABLE emails")))
      expect(yield* asked).toEqual([])
    }).pipe(Effect.provide(Layer.provide(Events.layer, inMemory)))
  )
})

describe("the events of a message that has no end of them", () => {
  it.effect(
    "are stored up to the first 1,000 opens and clicks, and any other event, also later",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { ofEmail } = yield* eventQueries
        yield* addEvents(1500, "em_1")
        yield* sql`UPDATE events SET type = 'email.clicked' WHERE created_at % 3 = 0 AND type = 'email.opened'`
        yield* sql`UPDATE events SET type = 'email.sent' WHERE created_at = 500`
        const told = yield* ofEmail("tn_a", "em_1")
        expect(told.map(({ created_at }) => created_at)).toEqual([
          ...Array.from({ length: 1001 }, (_, index) => index + 1),
          1500
        ])
        expect([told[499]?.type, told.at(-1)?.type]).toEqual(["email.sent", "email.bounced"])
      }).pipe(Effect.provide(inMemory))
  )

  it.effect(
    "are listed by reading 1,000 in one statement, also if only the last of all is requested",
    () =>
      Effect.gen(function* () {
        const { list } = yield* eventQueries
        yield* addEvents(3500, "em_1")
        const bounced = (after: string) =>
          list("tn_a", { since: 0, until: 1e12, after, types: ["email.bounced"] })
        expect(yield* statementsOf(bounced(""))).toHaveLength(1)
        const found: Array<number> = []
        let after: string | undefined = ""
        while (after !== undefined) {
          const page: EventPage = yield* bounced(after)
          found.push(page.events.length)
          after = page.next
        }
        expect(found).toEqual([0, 0, 0, 1])
        const all = yield* list("tn_a", {
          since: 0,
          until: 1e12,
          after: "",
          types: ["email.opened"],
          limit: 2000
        })
        expect(all.events).toHaveLength(1000)
        expect(all.next).toBe(all.events.at(-1)?.id)
      }).pipe(Effect.provide(inMemory))
  )
})

describe("a subscription", () => {
  it.effect("without unleased outbox rows is read without a write", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { claim, open, removeExpired } = yield* subscriptionQueries
      yield* open(subscription)
      yield* Effect.flatMap(MailQueue, (queue) =>
        Effect.flatMap(inFlight, (settlement) => queue.record("w", [settlement]))
      )
      expect(yield* claim("sub_1", { owner: "o", until: 100 }, 10, 1)).toHaveLength(1)
      const version = sql<{ readonly changes: number }>`SELECT total_changes() AS changes`
      const before = yield* version
      expect(yield* claim("sub_1", { owner: "o", until: 100 }, 10, 99)).toEqual([])
      expect(yield* claim("sub_2", { owner: "o", until: 100 }, 10, 99)).toEqual([])
      expect(yield* open(subscription)).toEqual(subscription)
      expect(yield* removeExpired(2e12)).toBe(0)
      expect(yield* version).toEqual(before)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect(
    "whose removal was interrupted half-way gets nothing more, and is removed completely with those that expired",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { extend, open, remove, removeExpired } = yield* subscriptionQueries
        yield* open(subscription)
        const settlement = yield* inFlight
        yield* sql`INSERT INTO subscription_queue (subscription_id, event_id, leased_until) VALUES ('sub_1', 'evt_0', 0)`
        yield* sql`CREATE TRIGGER broken BEFORE DELETE ON subscription_queue BEGIN SELECT RAISE(ABORT, 'broken'); END`
        expect((yield* Effect.flip(remove("tn_a", "orders")))._tag).toBe("StorageError")
        yield* sql`DROP TRIGGER broken`

        yield* Effect.flatMap(MailQueue, (queue) => queue.record("w", [settlement]))
        expect(yield* sql`SELECT event_id FROM subscription_queue`).toEqual([{ event_id: "evt_0" }])
        expect(yield* extend("sub_1", null)).toBe(false)
        expect(yield* open({ ...subscription, id: "sub_2" })).toMatchObject({ id: "sub_2" })
        expect(yield* removeExpired(0)).toBe(1)
        expect(yield* sql`SELECT event_id FROM subscription_queue`).toEqual([])
        expect(yield* sql`SELECT id FROM subscriptions`).toEqual([{ id: "sub_2" }])
      }).pipe(Effect.provide(inMemory))
  )
})
