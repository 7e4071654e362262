import { webhookAttemptQueries, type WebhookSettlement } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { minute, noon, times } from "./fixtures.js"
import { suite } from "./suite.js"
import {
  anAttempt,
  attemptsAt,
  endpoint,
  leasedFor,
  leasedOne,
  pending,
  refused,
  removeEndpoint,
  settle,
  taken,
  updateEndpoint
} from "./webhookFixtures.js"

export const webhookAttempts = suite("Attempts of WebhookQueue", (test) => {
  test("are stored with all that was recorded of them, newest first", () =>
    Effect.gen(function* () {
      const made = yield* endpoint()
      const other = yield* endpoint()
      yield* pending(made, 2)
      yield* pending(other, 1)
      const all = yield* leasedFor("w")
      const [first, second] = all.filter((one) => one.endpoint.id === made.id)
      assert.ok(first !== undefined && second !== undefined)
      const lost = refused(second, noon + 2, noon + minute)
      const broken = {
        ...lost,
        attempt: {
          ...lost.attempt,
          status_code: null,
          response: null,
          error: "The connection was lost."
        }
      }
      const settlements = [taken(first, noon + 1), broken]
      yield* settle("w", settlements)
      assert.deepEqual(yield* attemptsAt(made), settlements.map(({ attempt }) => attempt).reverse())
      assert.deepEqual(yield* attemptsAt(other), [])
      assert.deepEqual(yield* attemptsAt({ ...made, tenant_id: "tn_b" }), [])
    }))

  test("are listed page by page; those of one instant by their ids", () =>
    Effect.gen(function* () {
      const made = yield* endpoint()
      yield* pending(made, 30)
      const claimed = yield* leasedFor("w", noon, { perEndpoint: 30 })
      const settlements = claimed.map((one, index) => taken(one, noon + Math.floor(index / 10)))
      yield* settle("w", settlements)
      const expected = settlements.map(({ attempt }) => attempt.id).reverse()
      const pages = yield* Effect.forEach(
        times(5, (index) => index),
        (index) => attemptsAt(made, { limit: 7, offset: 7 * index })
      )
      assert.deepEqual(
        pages.flat().map(({ id }) => id),
        expected
      )
      assert.deepEqual(yield* attemptsAt(made, { limit: 7, offset: 30 }), [])
    }))

  test("are stored though the endpoint was made inactive meanwhile, and aren't once it was removed", () =>
    Effect.gen(function* () {
      const [off, removed] = [yield* endpoint(), yield* endpoint()]
      for (const one of [off, removed]) yield* pending(one, 1)
      const claimed = yield* leasedFor("w")
      yield* updateEndpoint("tn_a", off.id, { active: false }, noon)
      yield* removeEndpoint("tn_a", removed.id)
      yield* settle(
        "w",
        claimed.map((one) => taken(one, noon + 1))
      )
      assert.deepEqual(
        (yield* attemptsAt(off)).map(({ error, event_id }) => [error, event_id]),
        [[null, claimed[0]?.event.id]]
      )
      assert.deepEqual(yield* attemptsAt(removed), [])
    }))

  test("show a next attempt only while the event waits for it", () =>
    Effect.gen(function* () {
      const [off, takes] = [yield* endpoint(), yield* endpoint()]
      for (const one of [off, takes]) yield* pending(one, 1)
      yield* settle(
        "w",
        (yield* leasedFor("w")).map((one) => refused(one, noon, noon + minute))
      )
      const next = (of: typeof off) =>
        Effect.map(attemptsAt(of), (attempts) =>
          attempts.map(({ next_attempt_at }) => next_attempt_at)
        )
      assert.deepEqual([yield* next(off), yield* next(takes)], [[noon + minute], [noon + minute]])
      yield* updateEndpoint("tn_a", off.id, { active: false }, noon)
      yield* settle("w", [taken(yield* leasedOne("w", noon + minute), noon + minute)])
      assert.deepEqual([yield* next(off), yield* next(takes)], [[null], [null, null]])
    }))

  test("are listed by what the endpoint made of them", () =>
    Effect.gen(function* () {
      const made = yield* endpoint()
      yield* pending(made, 6)
      const claimed = yield* leasedFor("w", noon, { perEndpoint: 6 })
      const settlements = claimed.map((one, index) =>
        index % 3 === 0 ? refused(one, noon + index, noon + minute) : taken(one, noon + index)
      )
      yield* settle("w", settlements)
      const idsOf = (outcome: WebhookSettlement["outcome"]) =>
        settlements
          .filter((one) => one.outcome === outcome)
          .map(({ attempt }) => attempt.id)
          .reverse()
      const listed = (outcome: "accepted" | "refused", page = { limit: 100, offset: 0 }) =>
        Effect.map(attemptsAt(made, page, outcome), (found) => found.map(({ id }) => id))
      assert.deepEqual(yield* listed("accepted"), idsOf("taken"))
      assert.deepEqual(yield* listed("refused"), idsOf("failed"))
      assert.deepEqual(
        yield* listed("accepted", { limit: 2, offset: 1 }),
        idsOf("taken").slice(1, 3)
      )
    }))

  test("are found at their own endpoint alone", () =>
    Effect.gen(function* () {
      const { find, insert } = yield* webhookAttemptQueries
      const [made, other] = [yield* endpoint(), yield* endpoint()]
      yield* pending(made, 1)
      const claimed = yield* leasedOne("w")
      const settlement = taken(claimed, noon + 1)
      yield* settle("w", [settlement])
      const { id } = settlement.attempt
      assert.deepEqual(yield* find("tn_a", made.id, id), settlement.attempt)
      assert.equal(yield* find("tn_a", other.id, id), undefined)
      assert.equal(yield* find("tn_b", made.id, id), undefined)
      assert.equal(yield* find("tn_a", made.id, "dlv_none"), undefined)
      const sample = anAttempt(claimed, noon + 2, { attempt: 0, event_id: "evt_sample" })
      yield* insert([sample])
      assert.deepEqual(yield* find("tn_a", made.id, sample.id), sample)
    }))

  test("that were not made from the queue are stored, and change nothing else", () =>
    Effect.gen(function* () {
      const { insert } = yield* webhookAttemptQueries
      const made = yield* endpoint()
      yield* pending(made, 1)
      const claimed = yield* leasedOne("w")
      const test = anAttempt(claimed, noon, {
        attempt: 0,
        event_id: "evt_sample",
        status_code: 500,
        error: "The endpoint answered 500."
      })
      yield* insert([test])
      assert.deepEqual(yield* attemptsAt(made), [test])
      yield* settle("w", [taken(claimed, noon + 1)])
      assert.deepEqual(
        (yield* attemptsAt(made)).map(({ attempt }) => attempt),
        [1, 0]
      )
    }))

  test("store an endpoint's answer, whatever characters it contains", () =>
    Effect.gen(function* () {
      const { insert } = yield* webhookAttemptQueries
      const made = yield* endpoint()
      yield* pending(made, 1)
      const claimed = yield* leasedOne("w")
      yield* insert([
        anAttempt(claimed, noon, { response: "Zażółć 😀 \u0000 \ud83d '\"\\ <b>\r\n" })
      ])
      assert.deepEqual(
        (yield* attemptsAt(made)).map(({ response }) => response),
        ["Zażółć 😀 \ufffd \ufffd '\"\\ <b>\r\n"]
      )
    }))

  test("are all stored if one worker made two of one event, which is delivered once either of them settled it", () =>
    Effect.gen(function* () {
      const made = yield* endpoint()
      yield* pending(made, 2)
      const first = yield* leasedFor("w", noon)
      const again = yield* leasedFor("w", noon + minute)
      const [a, b] = first.map((one, index) => [one, again[index]] as const)
      assert.ok(a?.[1] !== undefined && b?.[1] !== undefined)
      yield* settle("w", [
        taken(a[0], noon + 1),
        refused(a[1], noon + minute, noon + 2 * minute),
        refused(b[0], noon + 1, noon + 2 * minute),
        taken(b[1], noon + minute)
      ])
      assert.equal((yield* attemptsAt(made)).length, 4)
      assert.deepEqual(yield* leasedFor("next", noon + 60 * minute), [])
    }))
})
