import { type ClaimedMessage, MailQueue, retryNow } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { at } from "./accounts.js"
import {
  claim,
  claimOne,
  deferral,
  hour,
  ids,
  logged,
  minute,
  noon,
  queued,
  record,
  settlement
} from "./fixtures.js"
import { suite } from "./suite.js"

export const leases = suite("Leases of MailQueue", (test) => {
  const until = noon + minute

  test("protect a message from other owners until they expire, and no longer", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      yield* claim("dead", 1, noon, until)
      assert.deepEqual(yield* claim("next", 1, until - 1), [])
      const [message] = yield* claim("next", 1, until)
      assert.equal(message?.id, id)
      assert.equal(message.attempts, 2)
      assert.equal((yield* logged(id)).status, "sending")
    }))

  test("report when the next message is due or its lease expires", () =>
    Effect.gen(function* () {
      const { nextDue } = yield* MailQueue
      assert.equal(yield* nextDue, undefined)
      yield* queued({ scheduled_at: noon + 2 * minute })
      assert.equal(yield* nextDue, noon + 2 * minute)
      yield* queued()
      assert.equal(yield* nextDue, noon)
      const message = yield* claimOne("w", noon, until)
      assert.equal(yield* nextDue, until)
      yield* record("w", [deferral(message, noon, noon + 5 * minute)])
      assert.equal(yield* nextDue, noon + 2 * minute)
    }))

  test("are extended by renew", () =>
    Effect.gen(function* () {
      const queue = yield* MailQueue
      yield* queued()
      const message = yield* claimOne("w", noon, until)
      yield* queue.renew({ owner: "w", until: until + minute }, [message.id])
      assert.deepEqual(yield* claim("next", 1, until), [])
      assert.equal((yield* claim("next", 1, until + minute)).length, 1)
    }))

  test("are not extended by an owner that has lost them", () =>
    Effect.gen(function* () {
      const queue = yield* MailQueue
      yield* queued()
      const message = yield* claimOne("slow", noon, until)
      yield* claimOne("next", until, until + minute)
      yield* queue.renew({ owner: "slow", until: until + 60 * minute }, [message.id])
      assert.equal((yield* claim("third", 1, until + minute)).length, 1)
    }))

  test("fence: outcomes that arrive after the lease expired change nothing", () =>
    Effect.gen(function* () {
      const queue = yield* MailQueue
      const [id = ""] = yield* queued()
      const late = yield* claimOne("slow", noon, until)
      const message = yield* claimOne("next", until, until + minute)
      assert.deepEqual(yield* record("slow", [settlement(late, until + 1)]), [])
      assert.deepEqual(yield* record("slow", [deferral(late, until + 1, until + 2)]), [])
      yield* queue.release("slow", [id], until + 1)
      const { attempts, status } = yield* logged(id)
      assert.deepEqual({ attempts, status }, { attempts: 2, status: "sending" })
      assert.deepEqual(yield* claim("third", 1, until + 2), [])
      assert.deepEqual(yield* record("next", [settlement(message, until + 3)]), [id])
    }))

  test("are released at once, without counting the attempt", () =>
    Effect.gen(function* () {
      const queue = yield* MailQueue
      const [id = "", other = ""] = yield* queued({ to: ["a@example.com", "b@example.com"] })
      yield* claim("w", 2, noon, until)
      yield* queue.release("w", [id], noon + 1)
      const { attempts, next_attempt_at, status } = yield* logged(id)
      assert.deepEqual(
        { attempts, next_attempt_at, status },
        { attempts: 0, next_attempt_at: noon + 1, status: "queued" }
      )
      assert.equal((yield* logged(other)).status, "sending")
      const again = yield* claim("next", 2, noon + 1)
      assert.deepEqual(
        again.map((message) => [message.id, message.attempts]),
        [[id, 1]]
      )
    }))

  test("are released until a given time, without counting the attempt", () =>
    Effect.gen(function* () {
      const queue = yield* MailQueue
      const [id = ""] = yield* queued()
      yield* claim("w", 1, noon, until)
      yield* queue.release("w", [id], noon + 1, noon + 2 * minute)
      const { attempts, next_attempt_at, status } = yield* logged(id)
      assert.deepEqual(
        { attempts, next_attempt_at, status },
        { attempts: 0, next_attempt_at: noon + 2 * minute, status: "queued" }
      )
      assert.deepEqual(yield* claim("next", 1, noon + 2 * minute - 1), [])
      const again = yield* claim("next", 1, noon + 2 * minute)
      assert.deepEqual(
        again.map((message) => [message.id, message.attempts]),
        [[id, 1]]
      )
      yield* queue.release("w", [id], noon + 2 * minute)
      assert.equal((yield* logged(id)).status, "sending")
    }))

  test("treat empty lists and unknown ids as nothing to do", () =>
    Effect.gen(function* () {
      const queue = yield* MailQueue
      yield* queue.renew({ owner: "w", until }, [])
      yield* queue.release("w", [], noon)
      yield* queue.renew({ owner: "w", until }, ["em_unknown"])
      yield* queue.release("w", ["em_unknown"], noon)
      assert.deepEqual(yield* record("w", []), [])
      assert.deepEqual(ids(yield* claim("w", 10, noon)), [])
    }))

  test("let deferred mail be due at once when an operator says so, and nothing else", () =>
    Effect.gen(function* () {
      const defer = (message: ClaimedMessage) => record("w", [deferral(message, noon, noon + hour)])
      const [first = ""] = yield* queued()
      yield* defer(yield* claimOne("w", noon))
      const [other = ""] = yield* queued({ tenant_id: "tn_b" })
      yield* defer(yield* claimOne("w", noon))
      yield* queued({ created_at: noon + 1, scheduled_at: noon + 2 * hour })
      const [inFlight = ""] = yield* queued()
      assert.equal((yield* claimOne("w", noon, noon + hour)).id, inFlight)
      assert.equal(yield* at(noon + 1)(retryNow("tn_b")), 1)
      assert.equal((yield* logged(other, "tn_b")).next_attempt_at, noon + 1)
      assert.deepEqual(ids(yield* claim("v", 10, noon + 1)), [other])
      assert.equal(yield* at(noon + 2)(retryNow()), 1)
      assert.equal(yield* at(noon + 2)(retryNow()), 0)
      assert.deepEqual(ids(yield* claim("v", 10, noon + 2)), [first])
    }))
})
