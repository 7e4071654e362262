import { WebhookQueue } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { hour, minute, noon } from "./fixtures.js"
import { suite } from "./suite.js"
import {
  endpoint,
  enqueue,
  eventIds,
  gone,
  keyOf,
  leasedFor,
  leasedOne,
  pending,
  refused,
  removeEndpoint,
  settle,
  taken,
  updateEndpoint
} from "./webhookFixtures.js"

export const webhookReplays = suite("WebhookQueue.enqueue", (test) => {
  const second = 1000

  /** An event whose eighth attempt is in flight, and which was enqueued once more at noon. */
  const replayedInFlight = Effect.gen(function* () {
    const made = yield* endpoint()
    const [event = ""] = yield* pending(made, 1, noon - 8 * hour)
    for (let nth = 8; nth > 1; nth--)
      yield* settle("w", [
        refused(
          yield* leasedOne("w", noon - nth * hour),
          noon - nth * hour,
          noon - (nth - 1) * hour
        )
      ])
    const inFlight = yield* leasedOne("w", noon - hour, noon + minute)
    assert.equal(inFlight.attempts, 8)
    assert.equal(yield* enqueue(made, [event], noon), 1)
    return { made, event, inFlight }
  })

  const attempts = (claimed: Effect.Success<ReturnType<typeof leasedFor>>) =>
    claimed.map((one) => [one.event.id, one.attempts])

  test("returns how many events are enqueued now: those that waited or are in flight too, each once", () =>
    Effect.gen(function* () {
      const made = yield* endpoint()
      const events = yield* pending(made, 3)
      const [fresh = ""] = yield* eventIds(1)
      yield* leasedOne("w")
      assert.equal(yield* enqueue(made, [...events, ...events, fresh]), 4)
      assert.equal(yield* enqueue(made, []), 0)
      assert.equal(yield* enqueue({ ...made, tenant_id: "tn_b" }, events), 0)
      yield* updateEndpoint("tn_a", made.id, { active: false }, noon)
      assert.equal(yield* enqueue(made, events), 0)
      yield* removeEndpoint("tn_a", made.id)
      assert.equal(yield* enqueue(made, events), 0)
    }))

  test("enqueues an event anew whose in-flight attempt is its last: all attempts, the first at once", () =>
    Effect.gen(function* () {
      const { event, inFlight } = yield* replayedInFlight
      assert.deepEqual(yield* leasedFor("v", noon), [])
      yield* settle("w", [refused(inFlight, noon + 1, null)])
      assert.deepEqual(yield* leasedFor("v", noon), [])
      assert.deepEqual(attempts(yield* leasedFor("v", noon + 1 + 5 * second)), [[event, 1]])
    }))

  test("enqueues an event anew whose in-flight attempt fails, instead of the attempt that would have been next", () =>
    Effect.gen(function* () {
      const made = yield* endpoint()
      const [event = ""] = yield* pending(made, 1)
      const inFlight = yield* leasedOne("w")
      yield* enqueue(made, [event], noon + 1)
      yield* settle("w", [refused(inFlight, noon + 2, noon + hour)])
      assert.deepEqual(attempts(yield* leasedFor("v", noon + 2 + 5 * second)), [[event, 1]])
    }))

  test("enqueues nothing more of an event that the in-flight attempt delivers", () =>
    Effect.gen(function* () {
      const { inFlight } = yield* replayedInFlight
      yield* settle("w", [taken(inFlight, noon + 1)])
      assert.deepEqual(yield* leasedFor("v", noon + hour), [])
    }))

  test("enqueues an event anew that is in flight to a URL that answers that it is gone, while the endpoint has another URL", () =>
    Effect.gen(function* () {
      const { event, inFlight, made } = yield* replayedInFlight
      yield* updateEndpoint("tn_a", made.id, { url: "https://example.org/" }, noon)
      assert.deepEqual(yield* settle("w", [gone(inFlight, noon + 1)]), [])
      assert.deepEqual(attempts(yield* leasedFor("v", noon + hour)), [[event, 1]])
    }))

  test("enqueues an event anew that is released, or whose worker dies", () =>
    Effect.gen(function* () {
      const { event, inFlight, made } = yield* replayedInFlight
      yield* (yield* WebhookQueue).release("w", [keyOf(inFlight)], noon + 1)
      assert.deepEqual(attempts(yield* leasedFor("v", noon + 1, {}, noon + 2)), [[event, 1]])
      yield* enqueue(made, [event], noon + 1)
      assert.deepEqual(attempts(yield* leasedFor("u", noon + 2)), [[event, 1]])
    }))
})
