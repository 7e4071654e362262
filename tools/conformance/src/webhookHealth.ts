// All that one method promises: its tests share how an endpoint's answers are recorded.
import type { ClaimedWebhook, WebhookEndpointRecord } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { hour, minute, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"
import {
  attemptsAt,
  endpoint,
  found,
  gone,
  leasedFor,
  leasedOne,
  pending,
  perEndpoint,
  refused,
  removeEndpoint,
  settle,
  taken,
  updateEndpoint
} from "./webhookFixtures.js"

export const webhookHealth = suite("WebhookQueue.record", (test) => {
  const day = 24 * hour

  const health = (made: WebhookEndpointRecord) =>
    Effect.map(found(made), ({ active, disabled_reason, failing_since }) => [
      active,
      failing_since,
      disabled_reason
    ])

  const failing = (since: number) => endpoint({ failing_since: since })

  test("stores since when an endpoint has been failing: the first failure, until it accepts something", () =>
    Effect.gen(function* () {
      const made = yield* endpoint()
      yield* pending(made, 4)
      yield* settle("w", [refused(yield* leasedOne("w"), noon, noon + day)])
      yield* settle("w", [refused(yield* leasedOne("w"), noon + 1, noon + day)])
      assert.deepEqual(yield* health(made), [true, noon, null])
      yield* settle("w", [taken(yield* leasedOne("w"), noon + 2)])
      assert.deepEqual(yield* health(made), [true, null, null])
      yield* settle("w", [refused(yield* leasedOne("w"), noon + 3, null)])
      assert.deepEqual(yield* health(made), [true, noon + 3, null])
    }))

  test("uses the time of attempts that are recorded together, whatever their order", () =>
    Effect.gen(function* () {
      const [was, works, fails] = [
        yield* failing(noon - day),
        yield* endpoint(),
        yield* failing(noon - day)
      ]
      for (const one of [was, works, fails]) yield* pending(one, 3)
      const claimed = yield* leasedFor("w")
      const of = ({ id }: WebhookEndpointRecord) => claimed.filter((one) => one.endpoint.id === id)
      const at = (nth: number) => noon + nth
      yield* settle("w", [
        ...of(was).map((one, nth) =>
          nth === 0
            ? refused(one, at(9), at(day))
            : nth === 1
              ? taken(one, at(5))
              : refused(one, at(7), at(day))
        ),
        ...of(works).map((one, nth) =>
          nth === 0 ? taken(one, at(9)) : refused(one, at(nth), at(day))
        ),
        ...of(fails).map((one, nth) => refused(one, at(nth), at(day)))
      ])
      assert.deepEqual(yield* health(was), [true, at(7), null])
      assert.deepEqual(yield* health(works), [true, null, null])
      assert.deepEqual(yield* health(fails), [true, noon - day, null])
    }))

  test("sees a failure that others recorded while an event that is then accepted was in flight", () =>
    Effect.gen(function* () {
      const made = yield* endpoint()
      yield* pending(made, 2)
      const slow = yield* leasedOne("w")
      yield* settle("v", [refused(yield* leasedOne("v"), noon, noon + day)])
      assert.equal(slow.endpoint.failing_since, null)
      yield* settle("w", [taken(slow, noon + 1)])
      assert.deepEqual(yield* health(made), [true, null, null])
    }))

  test("doesn't change an endpoint that accepts everything", () =>
    Effect.gen(function* () {
      const made = yield* endpoint()
      yield* pending(made, 3)
      assert.deepEqual(
        yield* settle(
          "w",
          (yield* leasedFor("w")).map((one) => taken(one, noon + 1))
        ),
        []
      )
      assert.deepEqual(yield* found(made), made)
    }))

  test("makes an endpoint inactive that is gone, drops its pending events, and reports it once", () =>
    Effect.gen(function* () {
      const [left, other] = [yield* endpoint(), yield* endpoint()]
      yield* pending(left, 5)
      yield* pending(other, 5)
      const claimed = yield* leasedFor("w", noon, { perEndpoint: 2 })
      const settlements = claimed.map((one) =>
        one.endpoint.id === left.id ? gone(one, noon) : refused(one, noon, noon + minute)
      )
      assert.deepEqual(yield* settle("w", settlements), [{ id: left.id, disabled_reason: "gone" }])
      assert.deepEqual(yield* health(left), [false, noon, "gone"])
      assert.deepEqual(yield* health(other), [true, noon, null])
      assert.deepEqual(perEndpoint(yield* leasedFor("w", noon + hour)), [[other.id, 5]])
      yield* updateEndpoint("tn_a", left.id, { active: true }, noon + hour)
      assert.deepEqual(yield* leasedFor("w", noon + hour), [])
      assert.equal((yield* attemptsAt(left)).length, 2)
    }))

  test("makes one inactive if one answer says that it is gone, whatever else it answered meanwhile", () =>
    Effect.gen(function* () {
      const made = yield* endpoint()
      yield* pending(made, 2)
      const [first, second] = yield* leasedFor("w")
      assert.ok(first !== undefined && second !== undefined)
      const said = yield* settle("w", [gone(first, noon), taken(second, noon + 1)])
      assert.deepEqual(said, [{ id: made.id, disabled_reason: "gone" }])
    }))

  test("makes an endpoint inactive that has been failing for the given time, and none that failed for less", () =>
    Effect.gen(function* () {
      const limit = noon - 5 * day
      const [long, less, works] = [
        yield* failing(limit),
        yield* failing(limit + 1),
        yield* failing(limit)
      ]
      for (const one of [long, less, works]) yield* pending(one, 3)
      yield* settle(
        "w",
        (yield* leasedFor("w", noon, { perEndpoint: 1 })).map((one) =>
          refused(one, noon - hour, noon)
        )
      )
      const claimed = yield* leasedFor("w", noon, { perEndpoint: 1 })
      const said = yield* settle(
        "w",
        claimed.map((one) =>
          one.endpoint.id === works.id
            ? taken(one, noon)
            : refused(one, noon, noon + minute, { failing_limit: limit })
        )
      )
      assert.deepEqual(said, [{ id: long.id, disabled_reason: "failing" }])
      assert.deepEqual(yield* health(long), [false, limit, "failing"])
      assert.deepEqual(yield* health(less), [true, limit + 1, null])
      assert.deepEqual(yield* health(works), [true, null, null])
      assert.deepEqual(perEndpoint(yield* leasedFor("w", noon + hour)), [
        [less.id, 3],
        [works.id, 2]
      ])
    }))

  test("doesn't make one inactive that failed once long ago and had no attempts since", () =>
    Effect.gen(function* () {
      const made = yield* failing(noon - 30 * day)
      yield* pending(made, 1)
      const limit = noon - 5 * day
      assert.deepEqual(
        yield* settle("w", [
          refused(yield* leasedOne("w"), noon, noon + minute, { failing_limit: limit })
        ]),
        []
      )
      assert.deepEqual(yield* health(made), [true, noon, null])
    }))

  test("counts our own fault neither as an attempt nor as a failure of the endpoint", () =>
    Effect.gen(function* () {
      const [works, fails] = [yield* endpoint(), yield* failing(noon - 9 * day)]
      for (const one of [works, fails]) yield* pending(one, 1)
      const ours = (one: ClaimedWebhook, next: number | null) =>
        refused(one, noon, next, { outcome: "ours" })
      assert.deepEqual(
        yield* settle(
          "w",
          (yield* leasedFor("w")).map((one) => ours(one, noon + minute))
        ),
        []
      )
      assert.deepEqual(
        [yield* health(works), yield* health(fails)],
        [
          [true, null, null],
          [true, noon - 9 * day, null]
        ]
      )
      assert.deepEqual(yield* leasedFor("w", noon + minute - 1), [])
      const again = yield* leasedFor("w", noon + minute)
      assert.deepEqual(
        again.map(({ attempts }) => attempts),
        [1, 1]
      )
      // Even without an instant for the next attempt.
      yield* settle(
        "w",
        again.map((one) => ours(one, null))
      )
      assert.deepEqual(
        (yield* leasedFor("w", noon + hour)).map(({ attempts }) => attempts),
        [1, 1]
      )
    }))

  test("doesn't change the endpoint's health after an attempt at a former URL", () =>
    Effect.gen(function* () {
      const all = [yield* endpoint(), yield* endpoint(), yield* endpoint()]
      for (const one of all) yield* pending(one, 2)
      const [left, fails, works] = all.map(({ id }) => id)
      const claimed = yield* leasedFor("w", noon, { perEndpoint: 1 })
      for (const { id } of all)
        yield* updateEndpoint("tn_a", id, { url: "https://example.org/" }, noon)
      yield* settle(
        "v",
        (yield* leasedFor("v", noon, {
          perEndpoint: 1,
          ofEndpoints: new Map([
            [left ?? 0, 0],
            [fails ?? 0, 0]
          ])
        })).map((one) => refused(one, noon + 1, noon + hour))
      )
      const said = yield* settle(
        "w",
        claimed.map((one) =>
          one.endpoint.id === left
            ? gone(one, noon + 2)
            : one.endpoint.id === works
              ? taken(one, noon + 2)
              : refused(one, noon + 2, noon + hour)
        )
      )
      assert.deepEqual(said, [])
      assert.deepEqual(yield* Effect.forEach(all, health), [
        [true, null, null],
        [true, null, null],
        [true, noon + 1, null]
      ])
      // An event that the former URL refused isn't lost for the new one.
      assert.deepEqual(perEndpoint(yield* leasedFor("w", noon + hour)), [
        [left, 2],
        [fails, 2],
        [works, 1]
      ])
    }))

  test("reports once that an endpoint was made inactive, though many workers find so concurrently", () =>
    Effect.gen(function* () {
      const all = [yield* endpoint(), yield* endpoint(), yield* endpoint()]
      for (const one of all) yield* pending(one, 10)
      const claims = yield* Effect.forEach(
        times(5, (nth) => `w${String(nth)}`),
        (owner) =>
          Effect.map(leasedFor(owner, noon, { perEndpoint: 2 }), (claimed) => ({ owner, claimed }))
      )
      const said = yield* together(
        claims.map(({ claimed, owner }, nth) =>
          settle(
            owner,
            (nth % 2 === 0 ? claimed : [...claimed].reverse()).map((one) => gone(one, noon))
          )
        )
      )
      assert.deepEqual(
        said
          .flat()
          .map(({ id }) => id)
          .sort(),
        all.map(({ id }) => id).sort()
      )
    }))

  test("doesn't deadlock when records, changes and removals of the same endpoints are concurrent", () =>
    Effect.gen(function* () {
      const all = yield* together(times(6, () => endpoint()))
      for (const one of all) yield* pending(one, 10)
      const work = (owner: string) =>
        Effect.gen(function* () {
          const claimed = yield* leasedFor(owner, noon, { perEndpoint: 2 })
          yield* settle(
            owner,
            claimed.map((one, nth) =>
              nth % 2 === 0 ? taken(one, noon) : refused(one, noon, noon + minute)
            )
          )
        })
      yield* Effect.all(
        [
          ...times(4, (nth) => work(`w${String(nth)}`)),
          ...all
            .slice(0, 2)
            .map(({ id }) => updateEndpoint("tn_a", id, { active: false }, noon + 1)),
          ...all.slice(2, 4).map(({ id }) => removeEndpoint("tn_a", id)),
          ...times(2, (nth) => work(`v${String(nth)}`))
        ],
        { concurrency: "unbounded" }
      )
      const stays = all.slice(4)
      const done = (yield* Effect.forEach(stays, (one) => attemptsAt(one)))
        .flat()
        .filter(({ error }) => error === null)
      const rest = yield* leasedFor("late", noon + hour, { limit: 1000, perEndpoint: 1000 })
      assert.ok(rest.every((one) => stays.some(({ id }) => id === one.endpoint.id)))
      assert.equal(done.length + rest.length, 20)
    }))
})
