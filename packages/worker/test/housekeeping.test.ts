import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import {
  Database,
  defaultRetentionPolicy,
  type Remove,
  type Retention,
  type RetentionPolicy,
  subscriptionQueries
} from "@telemark/core"
import { Worker } from "@telemark/worker"
import { Clock, Duration, Effect } from "effect"
import { housekeeping } from "../src/housekeeping.js"
import {
  accepted,
  eventually,
  everyStatus,
  layerWith,
  queueMails,
  recordOf,
  tenant
} from "./harness.js"

const day = Duration.toMillis("1 day")
const start = 1000 * day

interface Call {
  readonly kind: string
  readonly at: number
  readonly before: number
}

/** Nothing is due, and looking for it often would only make virtual time slow. */
const idle = { lease: "3 hours", pollInterval: "1 hour" } as const

/** A storage that holds so many rows of each kind, and keeps note of what it is asked to remove. */
const noting = (rows: Readonly<Record<string, number>>, isAway: () => boolean = () => false) => {
  const calls: Array<Call> = []
  const left = new Map(Object.entries(rows))
  const remove =
    (kind: string): Remove =>
    (before) =>
      Effect.gen(function* () {
        calls.push({ kind, at: yield* Clock.currentTimeMillis, before })
        if (kind === "bodies" && isAway())
          return yield* new StorageError({ reason: "unavailable", cause: undefined })
        const removed = Math.min(500, left.get(kind) ?? 0)
        left.set(kind, (left.get(kind) ?? 0) - removed)
        return removed
      })
  const retention: Retention = {
    removeBodies: remove("bodies"),
    removeEmails: remove("emails"),
    removeWebhookAttempts: remove("webhook attempts"),
    removeEvents: remove("events"),
    removeIdempotency: remove("keys"),
    removeFeedbackReports: remove("feedback reports"),
    removeFeedbackCalls: remove("feedback calls"),
    removeReputationHours: remove("hours of reputation"),
    removeSqlSends: remove("sends inserted by SQL"),
    removeTraces: remove("traces"),
    removeOperatorEvents: remove("operator events"),
    removeAuditEntries: remove("audit entries")
  }
  const layer = layerWith(() => Effect.succeed(accepted))
  const run = (policy: Partial<RetentionPolicy> = {}) =>
    Effect.forkScoped(housekeeping({ ...defaultRetentionPolicy, ...policy }, retention))
  return { layer, run, calls, of: (kind: string) => calls.filter((call) => call.kind === kind) }
}

describe("housekeeping", () => {
  it.effect("removes each kind once it is as old as the policy says, soon after the start", () => {
    const { calls, layer, run } = noting({})
    return Effect.gen(function* () {
      yield* TestClock.setTime(start)
      yield* run()
      yield* eventually(Effect.sync(() => calls.length === 12))
      expect(
        Object.fromEntries(calls.map(({ before, kind }) => [kind, (start - before) / day]))
      ).toEqual({
        keys: 1,
        bodies: 30,
        "webhook attempts": 30,
        "feedback reports": 30,
        "feedback calls": 0,
        events: 90,
        "hours of reputation": 8,
        "operator events": 90,
        "sends inserted by SQL": 30,
        traces: 30,
        "audit entries": 400,
        emails: 365
      })
    }).pipe(Effect.provide(layer))
  })

  it.effect("doesn't remove what is to be kept forever", () => {
    const { calls, layer, run } = noting({})
    return Effect.gen(function* () {
      yield* TestClock.setTime(start)
      yield* run({ bodies: null, events: 7 * day, log: null, deliveries: null, auditLog: null })
      yield* eventually(Effect.sync(() => calls.length === 7))
      yield* TestClock.adjust("20 minutes")
      const kinds = [
        "keys",
        "feedback reports",
        "feedback calls",
        "events",
        "hours of reputation",
        "operator events",
        "sends inserted by SQL"
      ]
      expect(calls.map(({ kind }) => kind)).toEqual([...kinds, ...kinds])
      expect(calls[3]?.before).toBe(start - 7 * day)
    }).pipe(Effect.provide(layer))
  })

  it.effect("removes a large number in small batches, with a pause after each", () => {
    const { layer, of, run } = noting({ emails: 1700 })
    return Effect.gen(function* () {
      yield* TestClock.setTime(start)
      yield* run()
      yield* eventually(Effect.sync(() => of("emails").length === 5))
      const times = of("emails").map(({ at }) => at)
      const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
      for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(100)
      expect(new Set(of("emails").map(({ before }) => before)).size).toBe(1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("runs again every quarter of an hour, and continues after a failure", () => {
    let isAway = true
    const { layer, of, run } = noting({}, () => isAway)
    return Effect.gen(function* () {
      yield* TestClock.setTime(start)
      yield* run()
      yield* eventually(Effect.sync(() => of("emails").length === 1))
      expect(of("bodies")).toHaveLength(1)
      isAway = false
      yield* TestClock.adjust("1 hour")
      expect(of("bodies")).toHaveLength(5)
      expect(of("emails")).toHaveLength(5)
    }).pipe(Effect.provide(layer))
  })

  it.effect("delays neither sends nor the other kinds while one runs", () => {
    const { layer, of, run } = noting({ bodies: Infinity })
    return Effect.gen(function* () {
      yield* TestClock.setTime(start)
      yield* Worker.start({})
      yield* run()
      const ids = yield* queueMails(10)
      yield* eventually(everyStatus(ids, "sent"))
      yield* eventually(Effect.sync(() => of("bodies").length > 10))
      expect(of("emails")).toHaveLength(1)
      expect((yield* recordOf(ids[0] ?? "")).status).toBe("sent")
    }).pipe(Effect.provide(layer))
  })
})

describe("a worker", () => {
  it.effect("does the housekeeping of its storage", () =>
    Effect.gen(function* () {
      const { sql, tables } = yield* Database
      yield* sql`INSERT INTO ${tables.idempotency} (tenant_id, key, body_digest, result, created_at) VALUES ('tn_1', 'key', '', '{}', 0)`
      const keys = Effect.map(sql`SELECT key FROM ${tables.idempotency}`, (rows) => rows.length)
      expect(yield* keys).toBe(1)
      yield* TestClock.setTime(start)
      yield* Worker.start(idle)
      yield* eventually(Effect.map(keys, (count) => count === 0))
    }).pipe(Effect.provide(layerWith(() => Effect.succeed(accepted))))
  )
})

describe("a subscription that was not extended", () => {
  it.effect("is removed within minutes of its end, and a permanent one is kept", () =>
    Effect.gen(function* () {
      const store = yield* subscriptionQueries
      const { id: tenant_id } = yield* tenant
      const open = (name: string, expires_at: number | null) =>
        store.open({
          id: `sub_${name}`,
          tenant_id,
          name,
          types: ["email.sent"],
          expires_at,
          created_at: 0
        })
      yield* open("passing", 60_000)
      yield* open("staying", null)
      yield* Worker.start(idle)
      yield* TestClock.adjust("50 seconds")
      expect(yield* store.extend("sub_passing", 120_000)).toBe(true)
      yield* TestClock.adjust("7 minutes")
      expect(yield* store.extend("sub_passing", 3_600_000)).toBe(false)
      expect(yield* store.renew("sub_staying", { owner: "somebody", until: 3_600_000 })).toBe(true)
    }).pipe(Effect.provide(layerWith(() => Effect.succeed(accepted))))
  )
})
