import {
  AuditLog,
  emailQueries,
  Events,
  HeldMail,
  makeRetention,
  MailQueue,
  queueQueries,
  recountMessages
} from "@telemark/core"
import { Effect, Exit, Layer } from "effect"
import assert from "node:assert/strict"
import { eventsOf } from "./eventFixtures.js"
import {
  cancelled,
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
  settlement,
  times
} from "./fixtures.js"
import { install, outcome, provided, send, takeAll } from "./sqlSendFixtures.js"
import { suite } from "./suite.js"

const provide = Effect.provide(Layer.merge(HeldMail.layer, Events.layer))

const held = HeldMail.use(({ list }) => Effect.map(list({}, 1000), ids))

/** After all that is scheduled here. */
const farAway = Date.now() + 1000 * hour
const toCome = Date.now() + 100 * hour

export const heldMail = suite("HeldMail", (test) => {
  test("holds what waits, what is deferred and what is in flight, and nothing of it is claimed", () =>
    provide(
      Effect.gen(function* () {
        const { byTenant, hold, list } = yield* HeldMail
        const [deferred = ""] = yield* queued({ created_at: noon - hour })
        yield* record("w", [deferral(yield* claimOne("w", noon), noon, noon + hour)])
        const [sent = ""] = yield* queued({ created_at: noon - minute })
        yield* record("w", [settlement(yield* claimOne("w", noon), noon)])
        const [inFlight = ""] = yield* queued()
        yield* claimOne("w", noon, farAway)
        const [waiting = ""] = yield* queued({ created_at: noon + 1 })
        const [scheduled = ""] = yield* queued({ created_at: noon + 2, scheduled_at: toCome })
        assert.deepEqual(yield* hold, { messages: 4, sql_sends: 0 })
        assert.deepEqual(yield* claim("v", 10, farAway), [])
        assert.deepEqual(
          yield* MailQueue.use(({ claim: claimOld }) =>
            claimOld({ owner: "v", until: farAway }, 10, farAway, { begunBefore: farAway })
          ),
          []
        )
        assert.deepEqual(yield* record("w", []), [])
        const listed = yield* list({}, 10)
        assert.deepEqual(
          listed.map(({ attempts, id, status }) => ({ attempts, id, status })),
          [
            { attempts: 1, id: deferred, status: "deferred" },
            { attempts: 1, id: inFlight, status: "queued" },
            { attempts: 0, id: waiting, status: "queued" },
            { attempts: 0, id: scheduled, status: "queued" }
          ]
        )
        assert.equal((yield* logged(sent)).status, "sent")
        assert.equal((yield* logged(deferred)).next_attempt_at, null)
        assert.match((yield* (yield* Events).timeline("tn_a", deferred)).summary, /^Held: /)
        assert.equal(yield* recountMessages("tn_a"), 0)
        assert.deepEqual(yield* byTenant, [{ tenant_id: "tn_a", messages: 4, sql_sends: 0 }])
        assert.deepEqual(yield* hold, { messages: 0, sql_sends: 0 })
      })
    ))

  test("takes no outcome of a worker that had a held message in flight", () =>
    provide(
      Effect.gen(function* () {
        const [id = ""] = yield* queued()
        const message = yield* claimOne("w", noon, farAway)
        yield* (yield* HeldMail).hold
        assert.deepEqual(yield* record("w", [settlement(message, noon)]), [])
        assert.equal((yield* logged(id)).status, "queued")
      })
    ))

  test("holds what was offered to another queue, so that no worker begins it", () =>
    provide(
      Effect.gen(function* () {
        const sent = yield* queued()
        const { begin, offer, withdraw } = yield* queueQueries
        yield* offer(10, noon, noon + minute)
        yield* (yield* HeldMail).hold
        assert.deepEqual(yield* begin({ owner: "w", until: farAway }, sent, noon), [])
        yield* withdraw(noon)
        assert.deepEqual(yield* claim("v", 10, farAway), [])
        assert.deepEqual(yield* held, sent)
      })
    ))

  test("is released with the entry in the audit log that says so, or stays held", () =>
    provide(
      Effect.gen(function* () {
        const { hold, release } = yield* HeldMail
        yield* queued()
        yield* hold
        const { list, recording } = yield* AuditLog
        const actor = { kind: "command_line", id: null, name: null } as const
        const releasing = (by: typeof actor) =>
          recording({ operation: "heldMail.release", actor: by })(release({}))
        const unwritable = { ...actor, kind: null as never }
        assert.ok(Exit.isFailure(yield* Effect.exit(releasing(unwritable))))
        assert.equal((yield* held).length, 1)
        assert.deepEqual(yield* releasing(actor), { messages: 1, sql_sends: 0 })
        assert.equal((yield* list(undefined)).data.length, 1)
      }).pipe(Effect.provide(AuditLog.layer))
    ))

  test("releases all, one tenant's, named ones, or those whose time is to come", () =>
    provide(
      Effect.gen(function* () {
        const { hold, release } = yield* HeldMail
        const [first = "", second = ""] = yield* queued({ to: ["a@example.com", "b@example.com"] })
        const [scheduled = ""] = yield* queued({ scheduled_at: toCome })
        const [past = ""] = yield* queued({ scheduled_at: noon + minute })
        const [other = ""] = yield* queued({ tenant_id: "tn_b" })
        yield* hold
        const released = (which: Parameters<typeof release>[0]) =>
          Effect.map(release(which), ({ messages }) => messages)
        assert.equal(yield* released({ isToCome: true }), 1)
        assert.deepEqual(yield* claim("w", 10, toCome - 1), [])
        assert.equal((yield* logged(scheduled)).next_attempt_at, toCome)
        assert.deepEqual(ids(yield* claim("w", 10, toCome)), [scheduled])
        assert.equal(yield* released({ tenantId: "tn_b" }), 1)
        assert.deepEqual(ids(yield* claim("w", 10, toCome)), [other])
        assert.equal(yield* released({ ids: [second, other, "em_unknown"] }), 1)
        assert.deepEqual(ids(yield* claim("w", 10, toCome)), [second])
        assert.equal(yield* released({}), 2)
        assert.deepEqual(ids(yield* claim("w", 10, toCome)).toSorted(), [first, past].toSorted())
      })
    ))

  test("releases a deferred message to its next attempt", () =>
    provide(
      Effect.gen(function* () {
        const { hold, release } = yield* HeldMail
        const [id = ""] = yield* queued()
        yield* record("w", [deferral(yield* claimOne("w", noon), noon, noon + hour)])
        yield* hold
        yield* release({})
        const { next_attempt_at, status } = yield* logged(id)
        assert.equal(status, "deferred")
        assert.ok((next_attempt_at ?? 0) > noon + hour)
        assert.equal((yield* claimOne("w", farAway)).attempts, 2)
      })
    ))

  test("cancels more than a transaction takes, and says whether they may have been sent", () =>
    provide(
      Effect.gen(function* () {
        const { cancel, hold } = yield* HeldMail
        const sent = yield* queued({ to: times(250, (index) => `u${String(index)}@example.com`) })
        const [scheduled = ""] = yield* queued({ scheduled_at: toCome })
        yield* hold
        assert.deepEqual(yield* cancel({}), { messages: 251, sql_sends: 0 })
        assert.deepEqual(yield* held, [])
        const ambiguous = (id: string) =>
          Effect.map(eventsOf(id), (events) =>
            events.map(({ data, type }) => [type, data.verdict, data.ambiguous])
          )
        assert.deepEqual(yield* ambiguous(sent[0] ?? ""), [["email.failed", "cancelled", true]])
        assert.deepEqual(yield* ambiguous(scheduled), [["email.failed", "cancelled", false]])
        assert.equal(yield* recountMessages("tn_a"), 0)
      })
    ))

  test("cancels what was to be sent before a time, and keeps what is younger or scheduled for later", () =>
    provide(
      Effect.gen(function* () {
        const { cancel, hold } = yield* HeldMail
        const [old = ""] = yield* queued({ created_at: noon - 2 * hour })
        const [young = ""] = yield* queued({ created_at: noon - hour / 2 })
        const [later = ""] = yield* queued({
          created_at: noon - 48 * hour,
          scheduled_at: noon + 48 * hour
        })
        const [overdue = ""] = yield* queued({
          created_at: noon - 48 * hour,
          scheduled_at: noon - 2 * hour
        })
        yield* hold
        assert.deepEqual(yield* cancel({ before: noon - hour }), { messages: 2, sql_sends: 0 })
        assert.deepEqual(yield* held, [later, young])
        for (const id of [old, overdue]) assert.equal((yield* logged(id)).status, "failed")
      })
    ))

  test("is cancelled and rescheduled by its tenant as other mail is, and stays held meanwhile", () =>
    provide(
      Effect.gen(function* () {
        const { hold, release } = yield* HeldMail
        const [one = ""] = yield* queued()
        const [scheduled = ""] = yield* queued({ scheduled_at: toCome })
        yield* hold
        assert.equal(yield* cancelled(one), "cancelled")
        const { reschedule } = yield* emailQueries
        const now = Date.now()
        const change = { tenant_id: "tn_a", id: scheduled, now, scheduled_at: toCome + hour }
        assert.equal(yield* reschedule(change), "rescheduled")
        assert.equal((yield* logged(scheduled)).next_attempt_at, null)
        assert.deepEqual(yield* held, [scheduled])
        yield* release({})
        assert.deepEqual(yield* claim("w", 10, toCome), [])
        assert.deepEqual(ids(yield* claim("w", 10, toCome + hour)), [scheduled])
      })
    ))

  test("is kept with its body, however old it is", () =>
    provide(
      Effect.gen(function* () {
        const [id = ""] = yield* queued()
        yield* (yield* HeldMail).hold
        const retention = yield* makeRetention
        assert.equal(yield* retention.removeBodies(farAway), 0)
        assert.equal(yield* retention.removeEmails(farAway), 0)
        yield* (yield* HeldMail).release({})
        assert.notEqual((yield* claimOne("w", farAway)).body, null)
        assert.equal((yield* logged(id)).status, "sending")
      })
    ))

  test("holds sends that were inserted by SQL and not yet accepted", () =>
    provided(
      provide(
        Effect.gen(function* () {
          const { byTenant, cancel, hold, release } = yield* HeldMail
          const name = yield* install("tn_a")
          const [one, two] = [yield* send(name), yield* send(name)]
          assert.deepEqual(yield* hold, { messages: 0, sql_sends: 2 })
          assert.equal(yield* takeAll, 0)
          assert.deepEqual(yield* outcome(name, one), { status: "waiting" })
          assert.deepEqual(yield* byTenant, [{ tenant_id: "tn_a", messages: 0, sql_sends: 2 }])
          assert.deepEqual(yield* release({ isToCome: true }), { messages: 0, sql_sends: 0 })
          assert.deepEqual(yield* release({ ids: [one] }), { messages: 0, sql_sends: 1 })
          yield* takeAll
          assert.equal((yield* outcome(name, one))?.status, "accepted")
          assert.deepEqual(yield* cancel({}), { messages: 0, sql_sends: 1 })
          const { error, status } = (yield* outcome(name, two)) ?? {}
          assert.deepEqual([status, error], ["refused", "cancelled"])
        })
      )
    ))
})
