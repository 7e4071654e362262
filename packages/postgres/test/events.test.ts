// Long: what readers of events see of transactions that commit in any order, beside the rest of
// events.
import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { aSend, recordOne } from "@telemark-tools/storages"
import type { EventType } from "@telemark/contract"
import {
  emailQueries,
  eventQueries,
  layerStorage as layerSql,
  makeEventTail,
  MailQueue,
  makeRecordReports,
  type Settlement,
  subscriptionQueries
} from "@telemark/core"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { open } from "../src/open.js"
import { ask, eventually, fresh, watcher } from "./fresh.js"

type Subscriptions = Effect.Success<typeof subscriptionQueries>

/** The ports on some connections, the client that they use, and a connection beside them. */
const storage = (maxConnections = 2) =>
  Effect.gen(function* () {
    const url = yield* fresh
    const other = yield* watcher(url)
    // Whoever waits in a circle would wait until its lock time-out instead, and fail: a deadlock
    // that is ended is tried again unnoticed.
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
    return { sql, context, other, store: yield* Effect.provide(subscriptionQueries, context) }
  })

const types: ReadonlyArray<EventType> = ["email.sent", "email.opened"]
const subscription = {
  id: "sub_1",
  tenant_id: "tn_a",
  name: "orders",
  types,
  expires_at: null,
  created_at: 1
}
const range = { since: 0, until: 2e12, types, after: "", limit: 100 }
const lease = { owner: "o", until: 2e12 }
const isWaiting =
  "EXISTS (SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database())"
/** What holds whoever records an event, in a transaction that is still open. */
const blockRecorders = "SELECT pg_advisory_xact_lock_shared(724002)"
const ids = (events: ReadonlyArray<{ readonly event: { readonly id: string } }>) =>
  events.map(({ event }) => event.id)

const settlementOf = (
  message: Pick<Settlement, "id" | "recipient" | "created_at">,
  eventId: string,
  overrides: Partial<Settlement> = {}
): Settlement => ({
  id: message.id,
  tenant_id: "tn_a",
  recipient: message.recipient,
  created_at: message.created_at,
  attempts: 1,
  status: "sent",
  smtp_provider: "smtp",
  smtp_response: null,
  error_message: null,
  failure_code: null,
  at: 1.9e12,
  next_attempt_at: null,
  refused_since: null,
  suppress: null,
  event: { id: eventId, type: "email.sent", data: {} },
  ...overrides
})

/** A message that is in flight. */
const inFlight = Effect.gen(function* () {
  yield* Effect.flatMap(emailQueries, (store) => store.accept(aSend(1)))
  const [message] = yield* Effect.flatMap(MailQueue, (queue) =>
    queue.claim({ owner: "w", until: 2e12 }, 1, 1.9e12)
  )
  return settlementOf(message ?? { id: "", recipient: "", created_at: 0 }, "evt_0000000000010")
})

const record = (settlement: Settlement) =>
  Effect.flatMap(MailQueue, (queue) => queue.record("w", [settlement]))

/** Leaves the transaction open until it is told to end. */
const inOpenTransaction = <A, E>(
  sql: SqlClient.SqlClient,
  body: Effect.Effect<A, E>,
  end: Deferred.Deferred<void>,
  begun: Deferred.Deferred<void>
) =>
  sql.withTransaction(
    body.pipe(
      Effect.andThen(Deferred.succeed(begun, undefined)),
      Effect.andThen(Deferred.await(end))
    )
  )

describe("a subscription that is opened while an event is recorded", () => {
  it.live("waits for the event, which can be read then", () =>
    Effect.gen(function* () {
      const { context, other, sql, store } = yield* storage()
      const settlement = yield* Effect.provide(inFlight, context)
      const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const recording = yield* Effect.forkChild(
        inOpenTransaction(sql, Effect.provide(record(settlement), context), end, begun)
      )
      yield* Deferred.await(begun)
      const opening = yield* Effect.forkChild(store.open(subscription))
      yield* eventually(other, isWaiting)
      expect(yield* ask(other, "SELECT id FROM subscriptions")).toEqual([])
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(recording)
      yield* Fiber.join(opening)
      expect(yield* (yield* Effect.provide(eventQueries, context)).list("tn_a", range)).toEqual({
        events: [{ id: settlement.event.id }],
        next: undefined
      })
    })
  )

  it.live("gets the event, if it was created first", () =>
    Effect.gen(function* () {
      const { context, other, sql, store } = yield* storage()
      const settlement = yield* Effect.provide(inFlight, context)
      const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const opening = yield* Effect.forkChild(
        inOpenTransaction(sql, store.open(subscription), end, begun)
      )
      yield* Deferred.await(begun)
      const recording = yield* Effect.forkChild(Effect.provide(record(settlement), context))
      yield* eventually(other, isWaiting)
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(opening)
      yield* Fiber.join(recording)
      expect(ids(yield* store.claim("sub_1", lease, 10, 1.9e12))).toEqual([settlement.event.id])
    })
  )

  it.live("gets events of the types that it takes from now on, as if it were new", () =>
    Effect.gen(function* () {
      const { context, other, sql, store } = yield* storage()
      yield* store.open({ ...subscription, types: ["email.failed"] })
      const settlement = yield* Effect.provide(inFlight, context)
      const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const recording = yield* Effect.forkChild(
        inOpenTransaction(sql, Effect.provide(record(settlement), context), end, begun)
      )
      yield* Deferred.await(begun)
      // As it is, it is there already: nobody waits.
      yield* store.open({ ...subscription, types: ["email.failed"] })
      const opening = yield* Effect.forkChild(store.open(subscription))
      yield* eventually(other, isWaiting)
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(recording)
      expect((yield* Fiber.join(opening)).types).toEqual(types)
    })
  )

  it.live("lets others record while it waits for one that doesn't end", () =>
    Effect.gen(function* () {
      const { context, other, sql, store } = yield* storage(3)
      const settlement = yield* Effect.provide(inFlight, context)
      yield* ask(other, "BEGIN")
      yield* ask(other, blockRecorders)
      const timeout = sql`SELECT current_setting('lock_timeout') AS timeout`
      const usual = yield* timeout
      // In a transaction of the host's, which goes on with its own settings.
      const opening = yield* Effect.forkChild(
        sql.withTransaction(Effect.andThen(store.open(subscription), timeout))
      )
      yield* eventually(other, isWaiting)
      yield* Effect.provide(record(settlement), context)
      expect(opening.pollUnsafe() === undefined).toBe(true)
      yield* ask(other, "COMMIT")
      expect(yield* Fiber.join(opening)).toEqual(usual)
      expect(yield* ask(other, "SELECT id FROM subscriptions")).toEqual([{ id: "sub_1" }])
    })
  )

  it.effect("is unavailable in the end, if that one never ends", () =>
    Effect.gen(function* () {
      const { other, store } = yield* storage()
      yield* ask(other, "BEGIN")
      yield* ask(other, blockRecorders)
      const opening = yield* Effect.forkChild(Effect.flip(store.open(subscription)))
      const [failure] = yield* Effect.all(
        [
          Fiber.join(opening),
          Effect.repeat(TestClock.adjust("250 millis"), {
            until: () => Effect.sync(() => opening.pollUnsafe() !== undefined)
          })
        ],
        { concurrency: 2 }
      )
      expect(failure).toMatchObject({ _tag: "StorageError", reason: "unavailable" })
      yield* ask(other, "COMMIT")
      yield* store.open(subscription)
    })
  )

  it.live("neither waits for a vacuum of the events, nor ends it", () =>
    Effect.gen(function* () {
      const { context, other, store } = yield* storage()
      yield* ask(other, "BEGIN")
      // What a vacuum holds.
      yield* ask(other, "LOCK TABLE events IN SHARE UPDATE EXCLUSIVE MODE")
      yield* store.open(subscription)
      yield* Effect.provide(Effect.flatMap(inFlight, record), context)
      yield* ask(other, "COMMIT")
      expect(yield* ask(other, "SELECT event_id FROM subscription_queue")).toHaveLength(1)
    })
  )
})

describe("a subscription that is removed while an event is recorded", () => {
  for (const [title, remove] of [
    ["on request", (store: Subscriptions) => Effect.map(store.remove("tn_a", "orders"), Number)],
    ["since it expired", (store: Subscriptions) => store.removeExpired(2e12)]
  ] as const) {
    it.live(`leaves no outbox rows behind that nothing would ever take, ${title}`, () =>
      Effect.gen(function* () {
        const { context, other, sql, store } = yield* storage()
        yield* store.open({ ...subscription, expires_at: 1.9e12 })
        const settlement = yield* Effect.provide(inFlight, context)
        const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const recording = yield* Effect.forkChild(
          inOpenTransaction(sql, Effect.provide(record(settlement), context), end, begun)
        )
        yield* Deferred.await(begun)
        const removing = yield* Effect.forkChild(remove(store))
        yield* eventually(other, isWaiting)
        yield* Deferred.succeed(end, undefined)
        yield* Fiber.join(recording)
        expect(yield* Fiber.join(removing)).toBe(1)
        expect(
          yield* ask(
            other,
            "SELECT id FROM subscriptions UNION ALL SELECT event_id FROM subscription_queue"
          )
        ).toEqual([])
      })
    )
  }

  it.live("stays if it is extended before that", () =>
    Effect.gen(function* () {
      const { other, store } = yield* storage()
      const { extend, open: subscribe, removeExpired } = store
      yield* subscribe({ ...subscription, expires_at: 1 })
      yield* ask(other, "BEGIN")
      yield* ask(other, "UPDATE subscriptions SET expires_at = 2000")
      const removing = yield* Effect.forkChild(removeExpired(1000))
      yield* eventually(
        other,
        "EXISTS (SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock')"
      )
      yield* ask(other, "COMMIT")
      expect(yield* Fiber.join(removing)).toBe(0)
      expect(yield* extend("sub_1", 3000)).toBe(true)
    })
  )
})

describe("a report", () => {
  const delivered = { kind: "delivered" } as const

  it.live("waits for the worker that records the message, and then sees what it wrote", () =>
    Effect.gen(function* () {
      const { context, other, sql } = yield* storage()
      const reports = yield* Effect.provide(makeRecordReports, context)
      const settlement = yield* Effect.provide(inFlight, context)
      const tooEarly = yield* recordOne(reports, "tn_a", settlement.id, delivered)
      expect(tooEarly?.outcome).toBe("waiting")
      const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const recording = yield* Effect.forkChild(
        inOpenTransaction(sql, Effect.provide(record(settlement), context), end, begun)
      )
      yield* Deferred.await(begun)
      const reporting = yield* Effect.forkChild(
        recordOne(reports, "tn_a", settlement.id, delivered)
      )
      yield* eventually(other, isWaiting)
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(recording)
      const { event_id, outcome } = (yield* Fiber.join(reporting)) ?? {}
      expect(outcome).toBe("recorded")
      expect(yield* ask(other, "SELECT id, type FROM events ORDER BY id")).toEqual([
        { id: settlement.event.id, type: "email.sent" },
        { id: event_id, type: "email.delivered" }
      ])
      expect(yield* ask(other, "SELECT status FROM emails")).toEqual([{ status: "delivered" }])
    })
  )

  it.live("locks the message's queue row before the message itself, as workers do", () =>
    Effect.gen(function* () {
      const { context, other } = yield* storage()
      const reports = yield* Effect.provide(makeRecordReports, context)
      const settlement = yield* Effect.provide(inFlight, context)
      yield* ask(other, "SET lock_timeout = '5s'")
      yield* ask(other, "BEGIN")
      yield* ask(other, "SELECT id FROM queue FOR UPDATE")
      const reporting = yield* Effect.forkChild(
        recordOne(reports, "tn_a", settlement.id, delivered)
      )
      yield* eventually(other, isWaiting)
      yield* ask(other, "UPDATE emails SET status = 'deferred'")
      yield* ask(other, "UPDATE queue SET lease_owner = NULL")
      yield* ask(other, "COMMIT")
      const { event_id, outcome } = (yield* Fiber.join(reporting)) ?? {}
      expect(outcome).toBe("recorded")
      expect(yield* ask(other, "SELECT id FROM events")).toEqual([{ id: event_id }])
      expect(yield* ask(other, "SELECT id FROM queue")).toEqual([])
    })
  )
})

describe("workers and reports that write about the same messages, addresses and hours", () => {
  it.live("wait for each other in one order only", () =>
    Effect.gen(function* () {
      const { context, sql, store } = yield* storage(8)
      const reports = yield* Effect.provide(makeRecordReports, context)
      const queue = Context.get(context, MailQueue)
      const emails = yield* Effect.provide(emailQueries, context)
      const accept = (index: number) =>
        emails.accept({
          ...aSend(index),
          recipients: Array.from({ length: 8 }, (_, nth) => ({
            id: `em_${String(index * 8 + nth).padStart(32, "0")}`,
            address: `u${String(nth)}@example.com`,
            name: null,
            folded: `u${String(nth)}@example.com`
          }))
        })
      const indexes = Array.from({ length: 10 }, (_, index) => index)
      yield* Effect.forEach(indexes, accept)
      // Reports on mail that was never tried only wait.
      yield* sql`UPDATE emails SET status = 'deferred'`
      yield* Effect.all(
        indexes.map((index) =>
          store.open({ ...subscription, id: `sub_${String(index)}`, name: String(index) })
        ),
        { concurrency: 4 }
      )
      let events = 0
      const bounce = (message: Parameters<typeof settlementOf>[0]) =>
        settlementOf(message, `evt_${String(++events)}`, { status: "bounced", suppress: "bounce" })
      const work = (index: number) =>
        Effect.gen(function* () {
          const owner = `w${String(index)}`
          const messages = yield* queue.claim({ owner, until: 2e12 }, 20, 1.9e12)
          yield* queue.renew(
            { owner, until: 2e12 + 1 },
            messages.map(({ id }) => id)
          )
          yield* queue.record(owner, [...messages].reverse().map(bounce))
        })
      const report = (index: number) =>
        Effect.forEach(
          Array.from(
            { length: 20 },
            (_, nth) => `em_${String((index * 20 + nth * 7) % 80).padStart(32, "0")}`
          ),
          (id) =>
            recordOne(reports, "tn_a", id, { kind: "complained", key: `${id} ${String(index)}` })
        )
      const follow = (index: number) =>
        Effect.gen(function* () {
          const id = `sub_${String(index)}`
          const claimed = yield* store.claim(id, lease, 10, 1.9e12)
          yield* store.renew(id, lease)
          yield* store.acknowledge(id, "o", ids(claimed).reverse())
          yield* index % 2 === 0 ? store.remove("tn_a", String(index)) : store.release(id, "o")
        })
      yield* Effect.all(
        [0, 1, 2, 3, 4].flatMap((index) => [
          work(index),
          report(index),
          follow(index),
          follow(index + 5)
        ]),
        { concurrency: "unbounded" }
      )
      const [left] =
        yield* sql`SELECT (SELECT COUNT(*) FROM subscription_queue WHERE subscription_id IN ('sub_0', 'sub_2', 'sub_4', 'sub_6', 'sub_8')) AS owed`
      expect(left).toEqual({ owed: 0 })
    })
  )
})

describe("a stream of events", () => {
  const send = aSend(1)

  const insert = (sql: SqlClient.SqlClient, id: string) =>
    sql`INSERT INTO events (id, tenant_id, email_id, type, data, created_at) VALUES (${id}, 'tn_a', ${send.recipients[0]?.id ?? ""}, 'email.sent', '{}', 1)`

  const prepared = Effect.gen(function* () {
    const { context, sql } = yield* storage(3)
    yield* (yield* Effect.provide(emailQueries, context)).accept(send)
    const { after } = yield* Effect.provide(makeEventTail, context)
    let position = 0
    const read = Effect.map(
      Effect.suspend(() => after(["tn_a"], position)),
      ({ events, upTo }) => {
        position = upTo
        return ids(events)
      }
    )
    const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    // Transactions of other databases of the same server delay them, too.
    const readUntil = (count: number) =>
      Effect.gen(function* () {
        const seen: Array<string> = []
        while (seen.length < count) {
          seen.push(...(yield* read))
          yield* Effect.sleep("20 millis")
        }
        return seen
      })
    return { sql, read, readUntil, begun, end }
  })

  it.live("waits for an event that was counted earlier and is committed later", () =>
    Effect.gen(function* () {
      const { begun, end, read, readUntil, sql } = yield* prepared
      const recording = yield* Effect.forkChild(
        inOpenTransaction(sql, insert(sql, "evt_1"), end, begun)
      )
      yield* Deferred.await(begun)
      yield* insert(sql, "evt_2")
      for (let look = 0; look < 5; look++) expect(yield* read).toEqual([])
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(recording)
      expect(yield* readUntil(2)).toEqual(["evt_1", "evt_2"])
    })
  )

  it.live("goes on after an event that was undone", () =>
    Effect.gen(function* () {
      const { begun, end, read, readUntil, sql } = yield* prepared
      const recording = yield* Effect.forkChild(
        inOpenTransaction(
          sql,
          Effect.andThen(insert(sql, "evt_1"), insert(sql, "evt_2")),
          end,
          begun
        )
      )
      yield* Deferred.await(begun)
      yield* insert(sql, "evt_3")
      for (let look = 0; look < 5; look++) expect(yield* read).toEqual([])
      yield* Fiber.interrupt(recording)
      expect(yield* readUntil(1)).toEqual(["evt_3"])
    })
  )
})
