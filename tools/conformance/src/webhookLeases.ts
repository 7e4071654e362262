import { WebhookQueue } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { minute, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"
import {
  attemptsAt,
  endpoint,
  enqueue,
  found,
  gone,
  keyOf,
  leasedFor,
  leasedOne,
  pending,
  refused,
  settle,
  taken
} from "./webhookFixtures.js"

export const webhookLeases = suite("Leases of WebhookQueue", (test) => {
  const until = noon + minute

  test("protect an event from other owners until they expire, and no longer", () =>
    Effect.gen(function* () {
      yield* pending(yield* endpoint(), 1)
      const first = yield* leasedOne("dead", noon, until)
      assert.deepEqual(yield* leasedFor("next", until - 1), [])
      const again = yield* leasedOne("next", until)
      assert.deepEqual([keyOf(again), again.attempts], [keyOf(first), 2])
    }))

  test("report when the next event is due or its lease expires", () =>
    Effect.gen(function* () {
      const { nextDue } = yield* WebhookQueue
      assert.equal(yield* nextDue, undefined)
      const [first, second] = [yield* endpoint(), yield* endpoint()]
      yield* pending(first, 1)
      const due = yield* nextDue
      assert.ok(due !== undefined && due <= noon)
      const claimed = yield* leasedOne("w", noon, until)
      assert.equal(yield* nextDue, until)
      yield* enqueue(second, [claimed.event.id], noon + 1)
      assert.equal(yield* nextDue, noon + 1)
      yield* leasedFor("w", noon + 1, {}, until + 1)
      assert.equal(yield* nextDue, until)
      yield* settle("w", [taken(claimed, noon + 2)])
      assert.equal(yield* nextDue, until + 1)
    }))

  test("are extended by renew, but not by an owner that has lost them", () =>
    Effect.gen(function* () {
      const { renew } = yield* WebhookQueue
      yield* pending(yield* endpoint(), 1)
      const claimed = yield* leasedOne("slow", noon, until)
      yield* renew({ owner: "slow", until: until + minute }, [keyOf(claimed)])
      assert.deepEqual(yield* leasedFor("next", until), [])
      yield* leasedOne("next", until + minute, until + 2 * minute)
      yield* renew({ owner: "slow", until: until + 60 * minute }, [keyOf(claimed)])
      assert.equal((yield* leasedFor("third", until + 2 * minute)).length, 1)
    }))

  test("are extended for one endpoint only, though another has the same event in its outbox", () =>
    Effect.gen(function* () {
      const { renew } = yield* WebhookQueue
      const [first, second] = [yield* endpoint(), yield* endpoint()]
      yield* enqueue(second, yield* pending(first, 1), noon)
      const [one] = yield* leasedFor("w", noon, {}, until)
      assert.ok(one !== undefined)
      yield* renew({ owner: "w", until: until + minute }, [keyOf(one)])
      assert.deepEqual(
        (yield* leasedFor("next", until)).map(({ endpoint: { id } }) => id),
        [one.endpoint.id === first.id ? second.id : first.id]
      )
    }))

  test("fence: outcomes that arrive after the lease expired change nothing, but are stored as attempts", () =>
    Effect.gen(function* () {
      const { release } = yield* WebhookQueue
      const made = yield* endpoint()
      yield* pending(made, 1)
      const late = yield* leasedOne("slow", noon, until)
      const claimed = yield* leasedOne("next", until, until + minute)
      assert.deepEqual(yield* settle("slow", [gone(late, until + 1)]), [])
      yield* settle("slow", [taken(late, until + 1)])
      yield* release("slow", [keyOf(late)], until + 1)
      assert.deepEqual(yield* leasedFor("third", until + 2), [])
      assert.deepEqual(yield* found(made), made)
      yield* settle("next", [taken(claimed, until + 3)])
      assert.deepEqual(yield* leasedFor("third", until + 60 * minute), [])
      assert.deepEqual(
        (yield* attemptsAt(made)).map(({ attempt }) => attempt),
        [2, 1, 1]
      )
    }))

  test("are released at once, without counting the attempt", () =>
    Effect.gen(function* () {
      const { release } = yield* WebhookQueue
      yield* pending(yield* endpoint(), 2)
      const [first, second] = yield* leasedFor("w", noon, {}, until)
      assert.ok(first !== undefined && second !== undefined)
      yield* release("w", [keyOf(first)], noon + 1)
      assert.deepEqual(yield* leasedFor("next", noon), [])
      const again = yield* leasedFor("next", noon + 1)
      assert.deepEqual(
        again.map((one) => [one.event.id, one.attempts]),
        [[first.event.id, 1]]
      )
    }))

  test("treat empty lists and unknown keys as nothing to do", () =>
    Effect.gen(function* () {
      const { release, renew } = yield* WebhookQueue
      const unknown = { endpoint_id: 7, event_id: "evt_unknown" }
      for (const keys of [[], [unknown]]) {
        yield* renew({ owner: "w", until }, keys)
        yield* release("w", keys, noon)
      }
      assert.deepEqual(yield* settle("w", []), [])
      assert.deepEqual(yield* leasedFor("w"), [])
    }))

  test("lose nothing when many workers claim, renew, release and record concurrently", () =>
    Effect.gen(function* () {
      const { release, renew } = yield* WebhookQueue
      const all = yield* together(
        times(4, (index) => endpoint({ tenant_id: `tn_${String(index)}` }))
      )
      for (const one of all) yield* pending(one, 25)
      const work = (owner: string) =>
        Effect.gen(function* () {
          for (let round = 0; round < 6; round++) {
            const claimed = yield* leasedFor(owner, noon, { limit: 12 }, until)
            yield* renew({ owner, until: until + 1 }, claimed.map(keyOf))
            yield* release(owner, claimed.slice(10).map(keyOf), noon)
            yield* settle(
              owner,
              claimed
                .slice(0, 10)
                .map((one, index) =>
                  index % 3 === 0 ? refused(one, noon, noon + 2 * minute) : taken(one, noon)
                )
            )
          }
        })
      yield* together(times(5, (index) => work(`w${String(index)}`)))
      const attempts = (yield* together(all.map((one) => attemptsAt(one)))).flat()
      const isDone = new Set(
        attempts.filter(({ error }) => error === null).map(({ event_id }) => event_id)
      )
      const rest = yield* leasedFor("late", noon + 2 * minute, { limit: 1000, perEndpoint: 1000 })
      assert.equal(isDone.size + rest.length, 100)
      assert.ok(rest.every(({ event }) => !isDone.has(event.id)))
    }))
})
