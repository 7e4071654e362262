import { recountMessages, MailQueue } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { eventsOf } from "./eventFixtures.js"
import {
  accept,
  cancelled,
  claim,
  claimOne,
  deferral,
  hour,
  logged,
  minute,
  noon,
  queued,
  record,
  settlement,
  times,
  together
} from "./fixtures.js"
import { suite } from "./suite.js"
import { anEndpoint, pendingForEndpoints } from "./webhookFixtures.js"

export const cancelling = suite("Cancelling emails", (test) => {
  test("removes a message from the queue permanently, and records this in the log and in an event", () =>
    Effect.gen(function* () {
      const [id = "", other = ""] = yield* queued({
        to: ["a@example.com", "b@example.com"],
        scheduled_at: noon + hour
      })
      assert.equal(yield* cancelled(id, { now: noon + minute, event_id: "evt_1" }), "cancelled")
      const { attempts, error_message, next_attempt_at, status } = yield* logged(id)
      assert.deepEqual(
        { attempts, error_message, next_attempt_at, status },
        {
          attempts: 0,
          error_message: "Cancelled before it was sent.",
          next_attempt_at: null,
          status: "failed"
        }
      )
      assert.deepEqual(yield* eventsOf(id), [
        {
          id: "evt_1",
          tenant_id: "tn_a",
          email_id: id,
          type: "email.failed",
          created_at: noon + minute,
          data: {
            status: "failed",
            attempts: 0,
            smtp_provider: "",
            smtp_response: null,
            error_message: "Cancelled before it was sent.",
            next_attempt_at: null,
            verdict: "cancelled",
            ambiguous: false
          }
        }
      ])
      assert.deepEqual(
        (yield* claim("w", 10, noon + 2 * hour)).map((message) => message.id),
        [other]
      )
      assert.equal(yield* cancelled(id), "settled")
    }))

  test("cancels a message that waits for a retry, and returns its last known outcome", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      yield* record("w", [deferral(yield* claimOne("w", noon), noon, noon + hour)])
      assert.equal(yield* cancelled(id), "cancelled")
      assert.equal((yield* logged(id)).smtp_response, "451 4.3.0 later")
      assert.deepEqual((yield* eventsOf(id)).at(-1)?.data.attempts, 1)
      assert.deepEqual(yield* claim("w", 10, noon + 2 * hour), [])
    }))

  test("reports that an earlier attempt may have been accepted, if one got no answer", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      const message = yield* claimOne("w", noon)
      const { event, ...rest } = deferral(message, noon, noon + hour)
      yield* record("w", [
        { ...rest, event: { ...event, data: { ...event.data, ambiguous: true } } }
      ])
      yield* record("w", [
        deferral(yield* claimOne("w", noon + hour), noon + hour, noon + 2 * hour)
      ])
      assert.equal(yield* cancelled(id, { now: noon + 2 * hour }), "cancelled")
      assert.equal(
        (yield* logged(id)).error_message,
        "Cancelled; a mail server may have taken it at an earlier attempt."
      )
      assert.equal((yield* eventsOf(id)).at(-1)?.data.ambiguous, true)
    }))

  test("doesn't cancel a message that a worker has in flight, even after its lease expired, until it is released", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      const message = yield* claimOne("w", noon, noon + minute)
      assert.equal(yield* cancelled(id), "in_flight")
      assert.equal(yield* cancelled(id, { now: noon + hour }), "in_flight")
      assert.deepEqual([(yield* logged(id)).status, yield* eventsOf(id)], ["sending", []])
      yield* (yield* MailQueue).release("w", [message.id], noon)
      assert.equal(yield* cancelled(id), "cancelled")
    }))

  test("doesn't cancel a message that was sent, belongs to another tenant or doesn't exist", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      assert.equal(yield* cancelled(id, { tenant_id: "tn_b" }), "unknown")
      assert.equal(yield* cancelled("em_unknown"), "unknown")
      yield* record("w", [settlement(yield* claimOne("w", noon), noon)])
      assert.equal(yield* cancelled(id), "settled")
      assert.equal((yield* logged(id)).status, "sent")
    }))

  test("returns the recipient to the quota of the month in which the message was accepted", () =>
    Effect.gen(function* () {
      const endOfMonth = Date.UTC(2026, 6, 1) - 1
      const to = ["a@example.com", "b@example.com"]
      const [id = ""] = yield* queued({ to, created_at: endOfMonth, monthly_limit: 2 })
      assert.equal(
        (yield* accept({ created_at: endOfMonth, monthly_limit: 2 }))._tag,
        "QuotaExceeded"
      )
      for (const outcome of ["cancelled", "settled"])
        assert.equal(yield* cancelled(id, { now: endOfMonth + hour }), outcome)
      assert.equal((yield* accept({ created_at: endOfMonth, monthly_limit: 2 }))._tag, "Accepted")
      assert.equal(
        (yield* accept({ created_at: endOfMonth, monthly_limit: 2 }))._tag,
        "QuotaExceeded"
      )
      assert.equal(
        (yield* accept({ created_at: endOfMonth + 1, monthly_limit: 1 }))._tag,
        "Accepted"
      )
    }))

  test("adds its event to the outbox for its subscribers", () =>
    Effect.gen(function* () {
      const endpoint = yield* anEndpoint({ events: ["email.failed"] })
      const [id = ""] = yield* queued()
      yield* cancelled(id, { event_id: "evt_1" })
      assert.deepEqual(yield* pendingForEndpoints(), [[endpoint, "evt_1"]])
    }))

  test("wins or loses against workers that claim concurrently, never both", () =>
    Effect.gen(function* () {
      const made = (yield* together(
        times(8, () => queued({ to: times(5, (nth) => `u${String(nth)}@example.com`) }))
      )).flat()
      const [outcomes, claimed] = yield* Effect.all(
        [
          together(made.map((id) => cancelled(id))),
          together(times(8, (index) => claim(`w${String(index)}`, 5, noon)))
        ],
        { concurrency: "unbounded" }
      )
      const inFlight = new Set(claimed.flat().map(({ id }) => id))
      assert.deepEqual(
        outcomes,
        made.map((id) => (inFlight.has(id) ? "in_flight" : "cancelled"))
      )
      assert.equal(yield* recountMessages("tn_a"), 0)
    }))
})
