import {
  analyticsQueries,
  eventQueries,
  recountMessages,
  makeRetention,
  subscriptionQueries,
  webhookAttemptQueries
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { happened, leased, subscribed } from "./eventFixtures.js"
import {
  accept,
  claim,
  claimOne,
  deferral,
  hour,
  ids,
  listed,
  minute,
  noon,
  queued,
  record,
  settlement,
  times,
  together
} from "./fixtures.js"
import { suite } from "./suite.js"
import { anAttempt, attemptsAt, endpoint, leasedOne, pending } from "./webhookFixtures.js"

const day = 24 * hour

export const retention = suite("Retention", (test) => {
  const store = makeRetention

  /** Removes until nothing is left; returns the number of rows removed in each round. */
  const removeAll = (
    kind: "removeBodies" | "removeEmails" | "removeEvents" | "removeWebhookAttempts",
    before: number
  ) =>
    Effect.gen(function* () {
      const rounds: Array<number> = []
      do rounds.push(yield* (yield* store)[kind](before))
      while (rounds.at(-1) !== 0)
      return rounds.slice(0, -1)
    })

  const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, one) => total + one, 0)

  const sent = (count: number, created_at: number) =>
    Effect.gen(function* () {
      const made = (yield* together(times(count, () => queued({ created_at })))).flat()
      yield* record(
        "w",
        (yield* claim("w", count, created_at)).map((message) => settlement(message, created_at))
      )
      return made
    })

  const list = Effect.map(listed(), ids)
  const eventsOf = (id: string) =>
    Effect.flatMap(eventQueries, (events) => events.ofEmail("tn_a", id))

  test("removes older messages from the log, and no others", () =>
    Effect.gen(function* () {
      yield* sent(3, noon - 1)
      const kept = yield* sent(2, noon)
      assert.deepEqual(yield* removeAll("removeEmails", noon), [3])
      assert.deepEqual([...(yield* list)].sort(), kept)
      assert.deepEqual(yield* removeAll("removeEmails", noon), [])
    }))

  test("no longer counts what it removed", () =>
    Effect.gen(function* () {
      const analytics = yield* analyticsQueries
      yield* sent(3, noon)
      yield* sent(2, noon + hour)
      yield* queued({ created_at: noon + 2 * hour })
      assert.deepEqual(yield* removeAll("removeEmails", noon + minute), [3])
      const counts = [...(yield* analytics.countByStatus("tn_a", 0))].filter(
        ([, count]) => count !== 0
      )
      assert.deepEqual(counts.sort(), [
        ["queued", 1],
        ["sent", 2]
      ])
      assert.equal(yield* recountMessages("tn_a"), 0)
    }))

  test("removes the tags of messages with them, so that no tag finds them any more", () =>
    Effect.gen(function* () {
      const tag = { name: "campaign", value: "spring" }
      const tags = { campaign: "spring", other: "1" }
      yield* queued({ tags })
      yield* queued()
      yield* record(
        "w",
        (yield* claim("w", 10, noon)).map((message) => settlement(message, noon))
      )
      const kept = yield* queued({ tags, created_at: noon + 1 })
      assert.deepEqual(yield* removeAll("removeEmails", noon + 1), [2])
      assert.deepEqual(ids(yield* listed({ tag })), kept)
    }))

  test("keeps messages that are still to be delivered, however old, and removes older ones behind them", () =>
    Effect.gen(function* () {
      const to = times(50, (index) => `u${String(index)}@example.com`)
      const waiting = (yield* together(times(24, () => queued({ to })))).flat()
      const [inFlight, deferred] = yield* claim("w", 2, noon, noon + 2 * day)
      assert.ok(inFlight !== undefined && deferred !== undefined)
      yield* record("w", [deferral(deferred, noon, noon + 3 * day)])
      yield* queued({ to: ["last@example.com"], created_at: noon - 1 })
      const last = yield* claimOne("v", noon - 1)
      yield* record("v", [settlement(last, noon)])

      assert.deepEqual(yield* removeAll("removeEmails", noon + day), [1])
      assert.deepEqual([...(yield* list)].sort(), [...waiting].sort())

      yield* record("w", [settlement(inFlight, noon)])
      assert.deepEqual(yield* removeAll("removeEmails", noon + day), [1])
      assert.equal((yield* claim("w", 10_000, noon + 3 * day)).length, waiting.length - 1)
    }))

  test("removes a bounded number at a time, until all are gone", () =>
    Effect.gen(function* () {
      const to = times(50, (index) => `u${String(index)}@example.com`)
      const made = (yield* together(times(25, () => queued({ to })))).flat()
      yield* record(
        "w",
        (yield* claim("w", made.length, noon)).map((message) => settlement(message, noon))
      )
      for (const kind of ["removeEvents", "removeEmails"] as const) {
        const rounds = yield* removeAll(kind, noon + 1)
        assert.equal(sum(rounds), made.length)
        assert.ok(Math.max(...rounds) <= 500)
      }
      assert.deepEqual(yield* list, [])
    }))

  test("removes each row once under concurrent clean-ups", () =>
    Effect.gen(function* () {
      const made = yield* sent(60, noon)
      const rounds = yield* together(times(4, () => removeAll("removeEmails", noon + 1)))
      // A remover skips rows that another one has locked, so some may remain.
      const rest = yield* removeAll("removeEmails", noon + 1)
      assert.equal(sum(rounds.flat()) + sum(rest), made.length)
      assert.equal(yield* recountMessages("tn_a"), 0)
    }))

  test("removes bodies without changing the log", () =>
    Effect.gen(function* () {
      const made = yield* sent(120, noon)
      const rounds = yield* removeAll("removeBodies", noon + 1)
      assert.equal(sum(rounds), made.length)
      assert.ok(Math.max(...rounds) <= 500)
      assert.deepEqual([...(yield* list)].sort(), [...made].sort())
      assert.equal((yield* queued({ created_at: noon })).length, 1)
      assert.equal((yield* claim("w", 10, noon)).length, 1)
    }))

  test("keeps every body that an undelivered message needs", () =>
    Effect.gen(function* () {
      yield* sent(2, noon - 3 * day)
      yield* queued({ created_at: noon })
      yield* claimOne("slow", noon, noon + 10 * day)
      yield* sent(2, noon + day)
      assert.deepEqual(yield* removeAll("removeBodies", noon + 30 * day), [2])
      const message = yield* claimOne("w", noon + 10 * day)
      assert.equal(message.body?.html, "<p>Hello</p>")
      yield* record("w", [settlement(message, noon)])
      assert.deepEqual(yield* removeAll("removeBodies", noon + 30 * day), [3])
    }))

  test("keeps the log and the body of scheduled mail for as long after its time as those of other mail, and removes what lies behind", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued({ created_at: noon, scheduled_at: noon + 20 * day })
      yield* queued({ created_at: noon + 1 })
      yield* record(
        "w",
        (yield* claim("w", 10, noon + 20 * day)).map((message) =>
          settlement(message, noon + 20 * day)
        )
      )
      for (const kind of ["removeBodies", "removeEmails"] as const) {
        assert.deepEqual(yield* removeAll(kind, noon + 20 * day), [1])
        if (kind === "removeEmails") assert.deepEqual(yield* list, [id])
        assert.deepEqual(yield* removeAll(kind, noon + 20 * day + 1), [1])
      }
      assert.deepEqual(yield* list, [])
    }))

  test("skips any number of rows that stay to reach those that may be removed", () =>
    Effect.gen(function* () {
      const to = times(50, (index) => `u${String(index)}@example.com`)
      yield* together(
        times(120, () => queued({ to, created_at: noon - hour, scheduled_at: noon + 20 * day }))
      )
      yield* sent(1, noon)
      assert.deepEqual(yield* removeAll("removeEmails", noon + 1), [1])
    }))

  test("removes older events without removing their messages", () =>
    Effect.gen(function* () {
      const [first = ""] = yield* sent(1, noon)
      const [second = ""] = yield* sent(1, noon + hour)
      assert.deepEqual(yield* removeAll("removeEvents", noon + 1), [1])
      assert.deepEqual([(yield* eventsOf(first)).length, (yield* eventsOf(second)).length], [0, 1])
      assert.equal((yield* list).length, 2)
    }))

  test("keeps outbox rows of subscriptions whose events stay, though it removes others that are in flight", () =>
    Effect.gen(function* () {
      const { acknowledge } = yield* subscriptionQueries
      const mine = yield* subscribed()
      const theirs = yield* subscribed({ id: "sub_2", tenant_id: "tn_b" })
      const old = yield* happened()
      yield* happened({ tenant_id: "tn_b" })
      assert.deepEqual(yield* leased(mine.id, "w"), old)
      const kept = [
        yield* happened({ at: noon + hour }),
        yield* happened({ at: noon + hour, tenant_id: "tn_b" })
      ]
      assert.deepEqual(yield* removeAll("removeEvents", noon + 1), [2])
      yield* acknowledge(mine.id, "w", old)
      assert.deepEqual(
        yield* Effect.forEach([mine, theirs], ({ id }) => leased(id, "v", 10, noon + 2 * hour)),
        kept
      )
    }))

  test("removes older attempts at webhook endpoints, and keeps newer ones", () =>
    Effect.gen(function* () {
      const { insert } = yield* webhookAttemptQueries
      const made = yield* endpoint()
      yield* pending(made, 1)
      const claimed = yield* leasedOne("w")
      yield* together(times(20, () => insert([anAttempt(claimed, noon - 1)])))
      yield* together(times(3, (nth) => insert([anAttempt(claimed, noon + nth)])))
      assert.deepEqual(yield* removeAll("removeWebhookAttempts", noon - 1), [])
      assert.deepEqual(yield* removeAll("removeWebhookAttempts", noon), [20])
      assert.equal((yield* attemptsAt(made)).length, 3)
    }))

  test("removes older Idempotency-Keys, and returns how many", () =>
    Effect.gen(function* () {
      yield* together(times(30, (index) => accept({ key: `old-${String(index)}` })))
      yield* accept({ key: "new", created_at: noon + hour })
      const { removeIdempotency } = yield* store
      assert.equal(yield* removeIdempotency(noon), 0)
      assert.equal(yield* removeIdempotency(noon + 1), 30)
      assert.equal(yield* removeIdempotency(noon + 1), 0)
      assert.equal((yield* accept({ key: "new", created_at: noon + hour }))._tag, "Replayed")
      assert.equal((yield* accept({ key: "old-1", created_at: noon + hour }))._tag, "Accepted")
    }))
})
