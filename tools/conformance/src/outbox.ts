import {
  type ClaimedKinds,
  type MailQueue,
  queueQueries,
  type QueueEntry,
  smtpConfigQueries
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { saved } from "./domainFixtures.js"
import {
  cancelled,
  claim,
  deferral,
  ids,
  logged,
  minute,
  noon,
  queued,
  settlement,
  times,
  together
} from "./fixtures.js"
import { suite } from "./suite.js"

const until = noon + minute / 2

const offer = (limit: number, now = noon, which?: ClaimedKinds) =>
  Effect.flatMap(queueQueries, (queries) => queries.offer(limit, now, now + minute / 2, which))

const begin = (owner: string, of: ReadonlyArray<string>, now = noon) =>
  Effect.flatMap(queueQueries, (queries) => queries.begin({ owner, until: now + minute }, of, now))

const withdraw = (now: number, of?: ReadonlyArray<string>) =>
  Effect.flatMap(queueQueries, (queries) => queries.withdraw(now, of))

const settle = (...how: Parameters<(typeof MailQueue.Service)["record"]>) =>
  Effect.map(
    Effect.flatMap(queueQueries, (queries) => queries.record(...how)),
    ({ ids: written }) => written
  )

const tenantsOf = (entries: ReadonlyArray<QueueEntry>) => entries.map(({ tenant_id }) => tenant_id)

/** Tests of what the database does for an external queue. */
export const outbox = suite("The outbox for another queue", (test) => {
  test("offers each due message once, and leaves it queued and its attempts uncounted", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      yield* queued({ scheduled_at: noon + minute })
      assert.deepEqual(yield* offer(10, noon - 1), [])
      assert.deepEqual(yield* offer(10), [{ id, tenant_id: "tn_a", route: "platform" }])
      assert.deepEqual(yield* offer(10), [])
      const { attempts, next_attempt_at, status } = yield* logged(id)
      assert.deepEqual(
        { attempts, next_attempt_at, status },
        { attempts: 0, next_attempt_at: noon, status: "queued" }
      )
    }))

  test("offers again what no worker began in time", () =>
    Effect.gen(function* () {
      const sent = yield* queued({ to: ["a@example.com", "b@example.com"] })
      yield* offer(10)
      yield* begin("w", sent.slice(0, 1))
      assert.deepEqual(yield* offer(10, until - 1), [])
      assert.deepEqual(ids(yield* offer(10, until)), sent.slice(1))
      assert.equal(
        yield* Effect.flatMap(queueQueries, ({ nextDue }) => nextDue),
        until + minute / 2
      )
    }))

  test("offers again what a dead worker had begun, once its lease has expired", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      yield* offer(10)
      yield* begin("dead", [id])
      assert.deepEqual(yield* offer(10, noon + minute - 1), [])
      assert.deepEqual(ids(yield* offer(10, noon + minute)), [id])
      assert.equal((yield* logged(id)).status, "sending")
      assert.deepEqual(
        (yield* begin("next", [id], noon + minute)).map(({ attempts }) => attempts),
        [2]
      )
      assert.deepEqual(yield* settle("dead", []), [])
    }))

  test("begins a message once, counts the attempt and returns everything needed to compose it", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued({ to: ["Ada <ada@example.com>"] })
      yield* offer(10)
      const begun = yield* together(times(5, (index) => begin(`w${String(index)}`, [id])))
      const [message, ...others] = begun.flat()
      assert.deepEqual(others, [])
      assert.deepEqual(
        [
          message?.id,
          message?.recipient,
          message?.recipient_name,
          message?.body?.html,
          message?.attempts
        ],
        [id, "ada@example.com", "Ada", "<p>Hello</p>", 1]
      )
      const { attempts, status } = yield* logged(id)
      assert.deepEqual({ attempts, status }, { attempts: 1, status: "sending" })
    }))

  test("begins messages in the requested order, and omits those that are unknown, not offered, settled or requested twice", () =>
    Effect.gen(function* () {
      const sent = yield* queued({ to: times(4, (index) => `u${String(index)}@example.com`) })
      const [first = "", second = "", third = "", fourth = ""] = sent
      yield* offer(4)
      const [message] = yield* begin("w", [fourth])
      assert.ok(message !== undefined)
      assert.deepEqual(yield* settle("w", [settlement(message, noon)]), [fourth])
      const [waiting = ""] = yield* queued()
      assert.deepEqual(
        ids(yield* begin("w", ["em_unknown", third, first, fourth, waiting, third, second])),
        [third, first, second]
      )
      assert.deepEqual(yield* begin("w", []), [])
      assert.equal((yield* logged(waiting)).status, "queued")
    }))

  test("reserves offered messages for the queue: no claim takes one before it would be offered again", () =>
    Effect.gen(function* () {
      const sent = yield* queued({ to: ["a@example.com", "b@example.com"] })
      yield* offer(1)
      assert.deepEqual(ids(yield* claim("w", 10, noon)), sent.slice(1))
      assert.deepEqual(ids(yield* claim("v", 10, until)), sent.slice(0, 1))
      assert.deepEqual(yield* begin("w", sent, until), [])
    }))

  test("makes withdrawn messages due at once: named messages, or all, but never begun ones", () =>
    Effect.gen(function* () {
      const sent = yield* queued({ to: times(4, (index) => `u${String(index)}@example.com`) })
      const [first = "", second = ""] = sent
      yield* offer(10)
      yield* begin("w", [second])
      yield* withdraw(noon + 1, [])
      yield* withdraw(noon + 1, [first, second, "em_unknown"])
      assert.deepEqual(ids(yield* claim("v", 10, noon + 1)), [first])
      yield* withdraw(noon + 2)
      assert.deepEqual(ids(yield* claim("v", 10, noon + 2)), sent.slice(2))
      yield* withdraw(noon + 3)
      assert.deepEqual(yield* claim("u", 10, noon + 3), [])
    }))

  test("records an outcome as the storage's own queue does, guarded by the lease", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      yield* offer(10)
      const [message] = yield* begin("w", [id])
      assert.ok(message !== undefined)
      assert.deepEqual(yield* settle("other", [settlement(message, noon)]), [])
      assert.deepEqual(yield* settle("w", [deferral(message, noon, noon + 5 * minute)]), [id])
      assert.deepEqual(yield* begin("w", [id], noon + minute), [])
      assert.deepEqual(yield* offer(10, noon + 5 * minute - 1), [])
      assert.deepEqual(ids(yield* offer(10, noon + 5 * minute)), [id])
    }))

  test("cancels a message that is only offered, which then can't be begun", () =>
    Effect.gen(function* () {
      const [id = "", other = ""] = yield* queued({ to: ["a@example.com", "b@example.com"] })
      yield* offer(10)
      assert.equal(yield* cancelled(id), "cancelled")
      assert.deepEqual(ids(yield* begin("w", [id, other])), [other])
      assert.equal((yield* logged(id)).status, "failed")
    }))

  test("doesn't cancel a message that a worker may have delivered, though it is offered again", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      yield* offer(10)
      yield* begin("slow", [id])
      yield* offer(10, noon + minute)
      assert.equal(yield* cancelled(id, { now: noon + minute }), "in_flight")
    }))

  test("offers the tenants' messages in turn, each with its route", () =>
    Effect.gen(function* () {
      yield* queued({
        to: times(50, (index) => `u${String(index)}@example.com`),
        created_at: noon - minute
      })
      yield* queued({ tenant_id: "tn_b", to: ["a@example.com", "b@example.com"] })
      yield* saved({ tenant_id: "tn_b" })
      const offered = yield* offer(10)
      assert.deepEqual(tenantsOf(offered).slice(0, 4).sort(), ["tn_a", "tn_a", "tn_b", "tn_b"])
      assert.deepEqual(
        [...new Set(offered.map(({ route, tenant_id }) => `${tenant_id} ${route}`))].sort(),
        ["tn_a platform", "tn_b own"]
      )
    }))

  test("filters offers as claims are filtered", () =>
    Effect.gen(function* () {
      for (const tenant_id of ["tn_a", "tn_b", "tn_c"])
        yield* queued({ tenant_id, to: ["a@example.com", "b@example.com"] })
      yield* saved({ tenant_id: "tn_b" })
      assert.deepEqual(tenantsOf(yield* offer(10, noon, { except: ["tn_a", "tn_b"] })), [
        "tn_c",
        "tn_c"
      ])
      assert.deepEqual(tenantsOf(yield* offer(10, noon, { ownServersOnly: true })), [
        "tn_b",
        "tn_b"
      ])
      yield* Effect.flatMap(smtpConfigQueries, ({ remove }) => remove("tn_b"))
      const old = yield* queued({ tenant_id: "tn_d", created_at: noon - minute })
      assert.deepEqual(ids(yield* offer(10, noon, { begunBefore: noon })), old)
    }))

  test("never offers a message twice, nor lets two workers begin it, under concurrency", () =>
    Effect.gen(function* () {
      yield* together(
        ["tn_a", "tn_b", "tn_c"].map((tenant_id) =>
          queued({ tenant_id, to: times(50, (index) => `u${String(index)}@example.com`) })
        )
      )
      const offered = (yield* together(times(6, () => offer(40)))).flat().map(({ id }) => id)
      assert.equal(new Set(offered).size, offered.length)
      const rest = ids(yield* offer(1000))
      assert.equal(offered.length + rest.length, 150)
      const begun = (yield* together(
        times(4, (index) => begin(`w${String(index)}`, [...offered, ...rest]))
      )).flat()
      assert.equal(begun.length, new Set(ids(begun)).size)
    }))
})
