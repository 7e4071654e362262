import {
  analyticsQueries,
  type CountedPeriod,
  deliveryTimeLimits,
  makeRetention,
  readFigures,
  recountMessages
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { at } from "./accounts.js"
import { reported } from "./eventFixtures.js"
import {
  cancelled,
  claim,
  deferral,
  hour,
  listed,
  minute,
  noon,
  queued,
  record,
  settlement,
  times
} from "./fixtures.js"
import { suite } from "./suite.js"

const day = 24 * hour
const midnight = noon - 12 * hour

const nonZero = ({ counts, starts_at }: CountedPeriod) => [
  starts_at,
  Object.fromEntries([...counts].filter(([, count]) => count !== 0))
]

/** A message that was accepted and handed over at these instants. */
const sentAt = (created_at: number, sent_at: number, scheduled_at: number | null = null) =>
  Effect.gen(function* () {
    const [id = ""] = yield* queued({ created_at, scheduled_at })
    const [message] = yield* claim("w", 1, Math.max(sent_at, scheduled_at ?? 0))
    assert.equal(message?.id, id)
    yield* record("w", [settlement(message, sent_at, { scheduled_at })])
    return id
  })

const rangesOf = (counts: ReadonlyArray<number>) =>
  Object.fromEntries(
    counts.flatMap((count, index) =>
      count === 0 ? [] : [[String(deliveryTimeLimits[index] ?? "more"), count]]
    )
  )

const waitingAt = (now: number, max = 100) =>
  Effect.flatMap(analyticsQueries, (store) => store.waiting("tn_a", now, max))

export const figures = suite("Figures of analytics", (test) => {
  test("count a message once for each thing that people do with it, whatever its later statuses", () =>
    Effect.gen(function* () {
      const store = yield* analyticsQueries
      const id = yield* sentAt(noon, noon)
      yield* sentAt(noon, noon)
      yield* reported(id, { kind: "opened" })
      yield* reported(id, { kind: "opened" })
      yield* reported(id, [{ kind: "clicked", link: "https://example.com" }, { kind: "delivered" }])
      yield* reported(id, { kind: "unsubscribed" })
      yield* reported(id, { kind: "opened", machine: true })
      const counted = Effect.map(
        store.countByStatus("tn_a", noon),
        (counts) => nonZero({ starts_at: noon, counts })[1]
      )
      assert.deepEqual(yield* counted, {
        sent: 1,
        delivered: 1,
        opened: 1,
        clicked: 1,
        unsubscribed: 1
      })
      // To the millisecond, from the log.
      assert.deepEqual(
        nonZero({ starts_at: 0, counts: yield* store.countByStatus("tn_a", noon + 1) }),
        [0, {}]
      )
      assert.equal(yield* recountMessages("tn_a"), 0)
    }))

  test("count reports that share a transaction once for each message, and forget what leaves the log", () =>
    Effect.gen(function* () {
      const store = yield* analyticsQueries
      const id = yield* sentAt(noon, noon + 30)
      yield* Effect.all(
        times(6, () => reported(id, { kind: "clicked", link: "https://example.com" })),
        { concurrency: "unbounded" }
      )
      assert.equal((yield* store.countByStatus("tn_a", 0)).get("clicked"), 1)
      yield* Effect.flatMap(makeRetention, ({ removeEmails }) => removeEmails(noon + day))
      assert.deepEqual(yield* listed(), [])
      assert.deepEqual(nonZero({ starts_at: 0, counts: yield* store.countByStatus("tn_a", 0) }), [
        0,
        {}
      ])
      assert.deepEqual(yield* store.series("tn_a", "day", 0), [])
      assert.deepEqual(rangesOf(yield* store.deliveryTimes("tn_a", 0)), {})
      assert.equal(yield* recountMessages("tn_a"), 0)
    }))

  test("divide a tenant's messages by the hour or day of their acceptance", () =>
    Effect.gen(function* () {
      const store = yield* analyticsQueries
      yield* queued({ created_at: midnight - 1 })
      yield* queued({ created_at: midnight })
      const [id = ""] = yield* queued({ created_at: noon })
      yield* queued({ created_at: noon + hour - 1 })
      yield* queued({ created_at: noon + hour })
      yield* queued({ created_at: noon, tenant_id: "tn_b" })
      yield* cancelled(id)
      assert.deepEqual((yield* store.series("tn_a", "hour", midnight)).map(nonZero), [
        [midnight, { queued: 1 }],
        [noon, { queued: 1, failed: 1, cancelled: 1 }],
        [noon + hour, { queued: 1 }]
      ])
      assert.deepEqual((yield* store.series("tn_a", "day", midnight - day)).map(nonZero), [
        [midnight - day, { queued: 1 }],
        [midnight, { queued: 3, failed: 1, cancelled: 1 }]
      ])
      assert.deepEqual(
        (yield* store.series("tn_a", "day", midnight)).map(({ starts_at }) => starts_at),
        [midnight]
      )
    }))

  test("count how long messages took to be handed over, scheduled ones from their time on", () =>
    Effect.gen(function* () {
      const store = yield* analyticsQueries
      for (const took of [0, 20, 21, 700, 13 * hour]) yield* sentAt(noon, noon + took)
      yield* sentAt(noon, noon + 2 * hour + 150, noon + 2 * hour)
      yield* sentAt(noon - 3 * day, noon - 3 * day + minute)
      assert.deepEqual(rangesOf(yield* store.deliveryTimes("tn_a", noon + 59 * minute)), {
        20: 2,
        50: 1,
        200: 1,
        1000: 1,
        more: 1
      })
      assert.deepEqual(rangesOf(yield* store.deliveryTimes("tn_a", noon - 4 * day)), {
        20: 2,
        50: 1,
        200: 1,
        1000: 1,
        60000: 1,
        more: 1
      })
      assert.deepEqual(rangesOf(yield* store.deliveryTimes("tn_a", noon + hour)), {})
      assert.deepEqual(rangesOf(yield* store.deliveryTimes("tn_b", 0)), {})
      assert.equal(yield* recountMessages("tn_a"), 0)
    }))

  test("don't count as handed over what failed, bounced or is deferred", () =>
    Effect.gen(function* () {
      yield* queued({ to: ["a@example.com", "b@example.com", "c@example.com"] })
      const [first, second, third] = yield* claim("w", 3, noon)
      assert.ok(first !== undefined && second !== undefined && third !== undefined)
      yield* record("w", [
        settlement(first, noon, { status: "failed" }),
        settlement(second, noon, { status: "bounced" }),
        deferral(third, noon, noon + minute)
      ])
      const store = yield* analyticsQueries
      assert.deepEqual(rangesOf(yield* store.deliveryTimes("tn_a", noon)), {})
      assert.equal(yield* recountMessages("tn_a"), 0)
    }))

  test("say what waits, by status, and since when the first is due", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* waitingAt(noon), {
        queued: 0,
        sending: 0,
        deferred: 0,
        scheduled: 0,
        due: 0,
        oldest_due_at: null
      })
      yield* queued({ to: times(4, (index) => `u${String(index)}@example.com`) })
      yield* queued({ tenant_id: "tn_b", created_at: noon - hour })
      const [first, second] = (yield* claim("w", 5, noon)).filter(
        ({ tenant_id }) => tenant_id === "tn_a"
      )
      assert.ok(first !== undefined && second !== undefined)
      yield* record("w", [settlement(first, noon), deferral(second, noon, noon + minute)])
      yield* queued({ created_at: noon + 5 })
      yield* queued({
        created_at: noon,
        scheduled_at: noon + hour,
        to: times(3, (index) => `s${String(index)}@example.com`)
      })
      assert.deepEqual(yield* waitingAt(noon + 10), {
        queued: 4,
        sending: 2,
        deferred: 1,
        scheduled: 3,
        due: 1,
        oldest_due_at: noon + 5
      })
      assert.deepEqual(yield* waitingAt(noon + hour), {
        queued: 4,
        sending: 2,
        deferred: 1,
        scheduled: 0,
        due: 7,
        oldest_due_at: noon + 5
      })
      assert.deepEqual(yield* waitingAt(noon + 10, 2), {
        queued: 4,
        sending: 2,
        deferred: 1,
        scheduled: 2,
        due: 1,
        oldest_due_at: noon + 5
      })
    }))

  test("say what waits of all tenants, and for how long, no more often than every five seconds", () =>
    Effect.gen(function* () {
      yield* queued({ to: times(3, (index) => `u${String(index)}@example.com`) })
      yield* queued({ tenant_id: "tn_b" })
      const [first, second] = yield* claim("w", 2, noon)
      assert.ok(first !== undefined && second !== undefined)
      yield* record("w", [deferral(second, noon, noon + minute)])
      yield* queued({ created_at: noon, scheduled_at: noon + hour })
      const answer = yield* at(noon + 10_000)(readFigures)
      assert.deepEqual(answer, {
        queue: { due: 2, in_flight: 1, deferred: 1, scheduled: 1, held: 0 },
        oldestSeconds: 10,
        suppressions: 0
      })
      yield* queued({ tenant_id: "tn_b", created_at: noon + 10_000 })
      assert.deepEqual(yield* at(noon + 14_999)(readFigures), answer)
      assert.deepEqual(yield* at(noon + hour)(readFigures), {
        queue: { due: 6, in_flight: 0, deferred: 0, scheduled: 0, held: 0 },
        oldestSeconds: 3600,
        suppressions: 0
      })
    }))
})
