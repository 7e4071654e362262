// All that subscriptions promise, from opening a subscription to its removal.
import { eventTypes } from "@telemark/contract"
import { eventQueries, makeRetention, subscriptionQueries } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { aSubscription, eventIdAt, happened, leased, subscribed } from "./eventFixtures.js"
import {
  claim,
  claimOne,
  hour,
  minute,
  noon,
  queued,
  record,
  settlement,
  times,
  together
} from "./fixtures.js"
import { suite } from "./suite.js"

const range = { since: 0, until: noon + hour, types: eventTypes, after: "", limit: 100 }

const recipients = (count: number) => times(count, (index) => `u${String(index)}@example.com`)

/** Subscriptions and the events that wait for them. */
export const subscriptions = suite("Subscriptions", (test) => {
  test("adds the events of its tenant and its types to each subscription's outbox from when it was opened", () =>
    Effect.gen(function* () {
      yield* happened()
      yield* subscribed()
      yield* subscribed({ id: "sub_2", name: "failures", types: ["email.failed", "email.bounced"] })
      yield* subscribed({ id: "sub_3", tenant_id: "tn_b" })
      const [sent = ""] = yield* happened()
      const [bounced = ""] = yield* happened({ status: "bounced" })
      const [other = ""] = yield* happened({ tenant_id: "tn_b" })
      assert.deepEqual(yield* leased("sub_1", "o"), [sent, bounced])
      assert.deepEqual(yield* leased("sub_2", "o"), [bounced])
      assert.deepEqual(yield* leased("sub_3", "o"), [other])
    }))

  test("stores one subscription per tenant and name: the first, with the types of the last", () =>
    Effect.gen(function* () {
      const first = yield* subscribed({ expires_at: noon + hour })
      assert.deepEqual(first, aSubscription({ expires_at: noon + hour }))
      const again = { id: "sub_2", created_at: noon + 5, expires_at: null }
      assert.deepEqual(yield* subscribed(again), first)
      assert.deepEqual(yield* subscribed({ ...again, types: ["email.failed"] }), {
        ...first,
        types: ["email.failed"]
      })
      assert.deepEqual(
        yield* subscribed({ ...again, tenant_id: "tn_b" }),
        aSubscription({ ...again, tenant_id: "tn_b" })
      )
      yield* happened()
      const [failed = ""] = yield* happened({ status: "failed" })
      assert.deepEqual(yield* leased("sub_1", "o"), [failed])
    }))

  test("stores one of several opened concurrently", () =>
    Effect.gen(function* () {
      const opened = yield* together(
        times(10, (index) => subscribed({ id: `sub_${String(index)}` }))
      )
      assert.equal(new Set(opened.map(({ id }) => id)).size, 1)
    }))

  test("misses no event recorded while it is opened: each can be read already, or is in the outbox", () =>
    Effect.gen(function* () {
      const store = yield* eventQueries
      const tenants = times(10, (index) => `tn_${String(index)}`)
      for (const tenant_id of tenants) yield* queued({ tenant_id, to: recipients(3) })
      const messages = yield* claim("w", 100, noon)
      const settlements = messages.map((message) =>
        settlement(message, noon, { event: { id: eventIdAt(noon), type: "email.sent", data: {} } })
      )
      const recording = settlements.map((one) => record("w", [one]))
      const opening = tenants.map((tenant_id, index) =>
        Effect.andThen(
          subscribed({ id: `sub_${String(index)}`, tenant_id }),
          store.list(tenant_id, range)
        )
      )
      const [, read] = yield* Effect.all([together(recording), together(opening)], {
        concurrency: 2
      })
      for (const [index, tenant_id] of tenants.entries()) {
        const known = new Set([
          ...(yield* leased(`sub_${String(index)}`, "o")),
          ...(read[index]?.events.map(({ id }) => id) ?? [])
        ])
        assert.deepEqual(
          [...known].sort(),
          settlements
            .filter((one) => one.tenant_id === tenant_id)
            .map(({ event }) => event.id)
            .sort()
        )
      }
    }))

  test("leases events with their messages, in the order of their ids, and each to one owner", () =>
    Effect.gen(function* () {
      const { claim: take } = yield* subscriptionQueries
      yield* subscribed()
      const later = yield* happened({
        at: noon + hour,
        metadata: { order: 7 },
        tags: { campaign: "spring" },
        template_id: "welcome"
      })
      const earlier = yield* happened({ to: recipients(5) })
      const [first, second, third] = [
        yield* leased("sub_1", "a", 2),
        yield* leased("sub_1", "b", 3),
        yield* take("sub_1", { owner: "a", until: noon + minute }, 5, noon)
      ]
      assert.deepEqual([...first, ...second], earlier)
      const found = yield* Effect.flatMap(eventQueries, (store) =>
        store.find("tn_a", later[0] ?? "")
      )
      assert.deepEqual(third, [
        {
          event: found,
          email: {
            recipient_email: "ada@example.com",
            sender_email: "shop@example.com",
            subject: "Hello",
            template_id: "welcome",
            metadata: { order: 7 },
            tags: { campaign: "spring" },
            topic: null
          }
        }
      ])
      assert.deepEqual(yield* leased("sub_1", "b"), [])
    }))

  test("shares many events among several owners, and leases none to two of them", () =>
    Effect.gen(function* () {
      yield* subscribed()
      const made = yield* happened({ to: recipients(50) })
      const taken = yield* together(times(8, (index) => leased("sub_1", `o${String(index)}`, 10)))
      const rest = yield* leased("sub_1", "rest")
      assert.deepEqual([...taken.flat(), ...rest].sort(), made)
    }))

  test("leases again events whose lease expired or that were released, but none that were handled", () =>
    Effect.gen(function* () {
      const { acknowledge, release, renew } = yield* subscriptionQueries
      yield* subscribed()
      const [one = "", two = "", three = ""] = yield* happened({ to: recipients(3) })
      yield* leased("sub_1", "a", 2)
      yield* leased("sub_1", "b")
      yield* acknowledge("sub_1", "a", [one])
      assert.equal(yield* renew("sub_1", { owner: "a", until: noon + 2 * minute }), true)
      assert.deepEqual(yield* leased("sub_1", "c", 100, noon + minute - 1), [])
      assert.deepEqual(yield* leased("sub_1", "c", 100, noon + minute), [three])
      yield* release("sub_1", "a")
      assert.deepEqual(yield* leased("sub_1", "c", 100, noon + minute), [two])
      yield* acknowledge("sub_1", "c", [two, three])
      assert.deepEqual(yield* leased("sub_1", "d", 100, noon + hour), [])
    }))

  test("doesn't change what another owner has leased", () =>
    Effect.gen(function* () {
      const { acknowledge, release, renew } = yield* subscriptionQueries
      yield* subscribed()
      yield* subscribed({ id: "sub_2", name: "others" })
      const [one = ""] = yield* happened()
      yield* leased("sub_1", "a")
      yield* leased("sub_2", "b")
      yield* acknowledge("sub_1", "b", [one])
      yield* acknowledge("sub_1", "a", [])
      yield* release("sub_1", "b")
      assert.equal(yield* renew("sub_1", { owner: "b", until: noon + hour }), true)
      assert.deepEqual(yield* leased("sub_1", "c"), [])
      assert.deepEqual(yield* leased("sub_1", "c", 100, noon + minute), [one])
      yield* acknowledge("sub_1", "a", [one])
      yield* release("sub_1", "a")
      assert.deepEqual(yield* leased("sub_1", "d", 100, noon + minute), [])
      assert.deepEqual(yield* leased("sub_2", "c", 100, noon + minute), [one])
    }))

  test("adds earlier events to the outbox once, and only for a subscription that exists", () =>
    Effect.gen(function* () {
      const { enqueue } = yield* subscriptionQueries
      const before = yield* happened({ to: recipients(3) })
      yield* subscribed({ expires_at: noon })
      const after = yield* happened()
      assert.equal(yield* enqueue("sub_1", [...before, ...after]), true)
      assert.equal(yield* enqueue("sub_1", []), true)
      assert.equal(yield* enqueue("sub_2", before), false)
      assert.equal(yield* enqueue("sub_2", []), false)
      assert.deepEqual(yield* leased("sub_1", "a"), [...before, ...after])
      assert.equal(yield* enqueue("sub_1", before), true)
      assert.deepEqual(yield* leased("sub_1", "b"), [])
      yield* subscribed({ id: "sub_2", name: "second" })
      assert.deepEqual(yield* leased("sub_2", "b"), [])
    }))

  test("neither adds earlier events to the outbox of a permanent subscription, which may have handled them, nor makes it expire again", () =>
    Effect.gen(function* () {
      const { acknowledge, enqueue, extend, removeExpired } = yield* subscriptionQueries
      const before = yield* happened({ to: recipients(3) })
      yield* subscribed({ expires_at: noon })
      yield* enqueue("sub_1", before)
      assert.equal(yield* extend("sub_1", noon + hour), true)
      assert.equal(yield* extend("sub_1", null), true)
      yield* acknowledge("sub_1", "a", yield* leased("sub_1", "a"))
      assert.equal(yield* enqueue("sub_1", before), false)
      assert.equal(yield* extend("sub_1", noon), false)
      assert.equal(yield* extend("sub_1", null), false)
      assert.equal(yield* removeExpired(noon + hour), 0)
      assert.deepEqual(yield* leased("sub_1", "b"), [])
      assert.deepEqual(yield* happened(), yield* leased("sub_1", "b"))
    }))

  test("adds no event a second time when the subscription is concurrently made permanent and handles it", () =>
    Effect.gen(function* () {
      const { acknowledge, enqueue, extend } = yield* subscriptionQueries
      const before = yield* happened({ to: recipients(20) })
      yield* subscribed({ expires_at: noon })
      yield* enqueue("sub_1", before)
      const handling = Effect.gen(function* () {
        yield* extend("sub_1", null)
        yield* acknowledge("sub_1", "a", yield* leased("sub_1", "a"))
      })
      const owing = times(20, () => Effect.asVoid(enqueue("sub_1", before)))
      yield* together([...owing.slice(0, 10), handling, ...owing.slice(10)])
      assert.deepEqual(yield* leased("sub_1", "b"), [])
    }))

  test("drops events that were deleted, or whose message was", () =>
    Effect.gen(function* () {
      const { enqueue } = yield* subscriptionQueries
      const { removeEmails, removeEvents } = yield* makeRetention
      yield* subscribed({ expires_at: noon })
      const old = yield* happened({ to: recipients(3) })
      const recent = yield* happened({ at: noon + hour })
      yield* removeEvents(noon + 1)
      yield* enqueue("sub_1", old)
      assert.deepEqual(yield* leased("sub_1", "a", 2), recent)
      yield* happened({ at: noon + hour })
      yield* removeEmails(noon + 2 * hour)
      assert.deepEqual(yield* leased("sub_1", "a"), [])
      assert.deepEqual(yield* leased("sub_1", "b", 100, noon + hour), [])
    }))

  test("removes one with its outbox rows, once; the next one of that name is new", () =>
    Effect.gen(function* () {
      const { extend, remove, renew } = yield* subscriptionQueries
      yield* subscribed()
      yield* subscribed({ id: "sub_2", tenant_id: "tn_b" })
      yield* happened({ to: recipients(3) })
      assert.equal(yield* remove("tn_a", "failures"), false)
      assert.equal(yield* remove("tn_a", "orders"), true)
      assert.equal(yield* remove("tn_a", "orders"), false)
      assert.equal(yield* extend("sub_1", noon + hour), false)
      assert.equal(yield* renew("sub_1", { owner: "a", until: noon + hour }), false)
      yield* happened()
      assert.deepEqual(yield* leased("sub_1", "a"), [])
      assert.equal((yield* subscribed({ id: "sub_3" })).id, "sub_3")
      assert.deepEqual(yield* leased("sub_3", "a"), [])
      assert.equal((yield* happened()).length, (yield* leased("sub_3", "a")).length)
      assert.equal(yield* remove("tn_b", "orders"), true)
    }))

  test("removes expired subscriptions, and adds nothing more to their outbox", () =>
    Effect.gen(function* () {
      const { extend, removeExpired } = yield* subscriptionQueries
      for (const index of times(3, (nth) => nth))
        yield* subscribed({
          id: `sub_${String(index)}`,
          name: String(index),
          expires_at: noon + index
        })
      yield* subscribed({ id: "sub_9", name: "stays" })
      yield* happened({ to: recipients(5) })
      assert.equal(yield* removeExpired(noon - 1), 0)
      assert.equal(yield* extend("sub_0", noon + hour), true)
      assert.equal(yield* removeExpired(noon + 1), 1)
      assert.equal(yield* extend("sub_1", noon + hour), false)
      assert.deepEqual(yield* leased("sub_1", "a"), [])
      assert.equal(yield* extend("sub_2", null), true)
      assert.equal(yield* removeExpired(noon + 2 * hour), 1)
      assert.equal(yield* removeExpired(noon + 1000 * hour), 0)
      assert.deepEqual(
        [
          (yield* leased("sub_0", "a")).length,
          (yield* leased("sub_2", "a")).length,
          (yield* leased("sub_9", "a")).length
        ],
        [0, 5, 5]
      )
    }))

  test("removes one with more events than one transaction deletes, also several concurrently", () =>
    Effect.gen(function* () {
      const { removeExpired } = yield* subscriptionQueries
      yield* subscribed({ expires_at: noon })
      for (const at of times(24, (index) => noon + index))
        yield* happened({ at, to: recipients(50) })
      const removed = yield* together(times(3, () => removeExpired(noon)))
      assert.equal(
        removed.reduce((sum, count) => sum + count, 0),
        1
      )
      assert.deepEqual(yield* leased("sub_1", "a"), [])
    }))

  test("adds no event for a message that the recording worker hasn't leased", () =>
    Effect.gen(function* () {
      yield* subscribed()
      yield* queued()
      yield* record("stranger", [settlement(yield* claimOne("w", noon), noon)])
      assert.deepEqual(yield* leased("sub_1", "a"), [])
    }))
})
