import { eventQueries, MailQueue, suppressionQueries } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { eventIdAt, happened, leased, subscribed } from "./eventFixtures.js"
import {
  accept,
  claim,
  claimOne,
  deferral,
  ids,
  logged,
  minute,
  noon,
  queued,
  record,
  resultOf,
  settlement,
  times
} from "./fixtures.js"
import { suite } from "./suite.js"
import { anEndpoint, pendingForEndpoints, updateEndpoint } from "./webhookFixtures.js"

export const recording = suite("MailQueue.record", (test) => {
  const suppressionOf = (folded: string) =>
    Effect.flatMap(suppressionQueries, (store) =>
      Effect.map(store.find("tn_a", folded), ([first]) => first)
    )

  test("writes the outcome of a message into the log, and never leases it again", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      const message = yield* claimOne("w", noon)
      assert.deepEqual(yield* record("w", [settlement(message, noon + 5)]), [id])
      const {
        attempts,
        error_message,
        next_attempt_at,
        sent_at,
        smtp_provider,
        smtp_response,
        status
      } = yield* logged(id)
      assert.deepEqual(
        { attempts, error_message, next_attempt_at, sent_at, smtp_provider, smtp_response, status },
        {
          attempts: 1,
          error_message: null,
          next_attempt_at: null,
          sent_at: noon + 5,
          smtp_provider: "smtp",
          smtp_response: "250 2.0.0 taken",
          status: "sent"
        }
      )
      assert.deepEqual(yield* claim("w", 1, noon + 1000 * minute), [])
    }))

  test("reports whether it added an event to the outbox of an endpoint or a subscription", () =>
    Effect.gen(function* () {
      const { record: recordAll } = yield* MailQueue
      const isPending = Effect.gen(function* () {
        yield* queued()
        const message = yield* claimOne("w", noon)
        return (yield* recordAll("w", [settlement(message, noon)])).hasOutboxRows
      })
      assert.equal(yield* isPending, false)
      yield* anEndpoint({ events: ["email.bounced"] })
      assert.equal(yield* isPending, false)
      yield* subscribed({ types: ["email.sent"] })
      assert.equal(yield* isPending, true)
    }))

  test("writes a deferral with its reason and its next attempt", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      yield* record("w", [deferral(yield* claimOne("w", noon), noon + 5, noon + minute)])
      const { error_message, next_attempt_at, sent_at, status } = yield* logged(id)
      assert.deepEqual(
        { error_message, next_attempt_at, sent_at, status },
        {
          error_message: "The mail server refused the message for now.",
          next_attempt_at: noon + minute,
          sent_at: null,
          status: "deferred"
        }
      )
    }))

  test("suppresses an address that doesn't exist, also for later sends", () =>
    Effect.gen(function* () {
      yield* queued({ to: ["Ada@Example.com"] })
      const message = yield* claimOne("w", noon)
      yield* record("w", [settlement(message, noon + 5, { status: "bounced", suppress: "bounce" })])
      assert.deepEqual(yield* suppressionOf("ada@example.com"), {
        tenant_id: "tn_a",
        folded: "ada@example.com",
        email_address: "Ada@Example.com",
        reason: "bounce",
        added_at: noon + 5,
        topic: null
      })
      assert.deepEqual(resultOf(yield* accept({ to: ["ADA@example.com"] })).queued, [])
    }))

  test("doesn't change an existing suppression", () =>
    Effect.gen(function* () {
      const to = ["ada@example.com"]
      yield* queued({ to })
      yield* queued({ to })
      const messages = yield* claim("w", 2, noon)
      const bounce = { status: "bounced", suppress: "bounce" } as const
      yield* record(
        "w",
        messages.map((message, index) => settlement(message, noon + index, bounce))
      )
      yield* queued({ to: ["bob@example.com"] })
      assert.equal((yield* suppressionOf("ada@example.com"))?.added_at, noon)
    }))

  test("writes one event for each message, in order", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      const first = deferral(yield* claimOne("w", noon), noon + 1, noon + minute)
      yield* record("w", [first])
      const later = noon + minute + 1
      const second = settlement(yield* claimOne("w", noon + minute), later)
      yield* record("w", [second])
      const events = yield* Effect.flatMap(eventQueries, (store) => store.ofEmail("tn_a", id))
      assert.deepEqual(events, [
        {
          id: first.event.id,
          tenant_id: "tn_a",
          email_id: id,
          type: "email.deferred",
          created_at: noon + 1,
          data: {}
        },
        {
          id: second.event.id,
          tenant_id: "tn_a",
          email_id: id,
          type: "email.sent",
          created_at: later,
          data: { attempts: 2 }
        }
      ])
      assert.deepEqual(
        yield* Effect.flatMap(eventQueries, (store) => store.ofEmail("tn_b", id)),
        []
      )
    }))

  test("records many outcomes of every kind at once, except those of messages that the owner hasn't leased", () =>
    Effect.gen(function* () {
      yield* queued({ to: times(30, (index) => `u${String(index)}@example.com`) })
      const messages = yield* claim("w", 20, noon)
      const others = yield* claim("other", 10, noon)
      const settlements = [...messages, ...others].map((message, index) =>
        index % 2 === 0
          ? settlement(message, noon, { status: index % 4 === 0 ? "sent" : "failed" })
          : deferral(message, noon, noon + minute)
      )
      assert.deepEqual([...(yield* record("w", settlements))].sort(), [...ids(messages)].sort())
      assert.equal((yield* logged(others[0]?.id ?? "")).status, "sending")
      assert.equal((yield* claim("w", 100, noon + minute - 1)).length, 0)
    }))

  test("records the first of two outcomes of one message in one call", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      const message = yield* claimOne("w", noon)
      yield* record("w", [settlement(message, noon), deferral(message, noon, noon + minute)])
      assert.equal((yield* logged(id)).status, "sent")
      const events = yield* Effect.flatMap(eventQueries, (store) => store.ofEmail("tn_a", id))
      assert.deepEqual(
        events.map(({ type }) => type),
        ["email.sent"]
      )
    }))

  test("writes nothing for messages that the owner hasn't leased: no event, no suppression", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      const message = yield* claimOne("w", noon)
      yield* record("stranger", [
        settlement(message, noon, { status: "bounced", suppress: "bounce" })
      ])
      assert.deepEqual(
        yield* Effect.flatMap(eventQueries, (store) => store.ofEmail("tn_a", id)),
        []
      )
      assert.equal(yield* suppressionOf("ada@example.com"), undefined)
    }))

  test("adds each event to the outbox of its tenant's active endpoints that take its type, and of no others", () =>
    Effect.gen(function* () {
      const [both, sent] = [
        yield* anEndpoint({ events: ["email.failed", "email.sent"] }),
        yield* anEndpoint()
      ]
      yield* anEndpoint({ active: false })
      yield* anEndpoint({ events: ["email.bounced", "email.opened"] })
      const other = yield* anEndpoint({ tenant_id: "tn_b" })
      const [first = ""] = yield* happened()
      const [failed = ""] = yield* happened({ status: "failed" })
      yield* happened({ tenant_id: "tn_c" })
      const [theirs = ""] = yield* happened({ tenant_id: "tn_b" })
      const pending = yield* pendingForEndpoints()
      assert.deepEqual(
        [...pending].sort(),
        [
          [both, first],
          [both, failed],
          [sent, first],
          [other, theirs]
        ].sort()
      )
    }))

  test("adds the events of many tenants that are recorded at once to each tenant's own outbox", () =>
    Effect.gen(function* () {
      const tenants = times(20, (index) => `tn_${String(index).padStart(2, "0")}`)
      for (const tenant_id of tenants.slice(10)) yield* anEndpoint({ tenant_id })
      for (const [index, tenant_id] of tenants.slice(5).entries())
        yield* subscribed({ id: `sub_${String(index + 5)}`, tenant_id })
      for (const tenant_id of tenants) yield* queued({ tenant_id })
      const settlements = (yield* claim("w", 100, noon)).map((message) =>
        settlement(message, noon, { event: { id: eventIdAt(noon), type: "email.sent", data: {} } })
      )
      assert.equal((yield* record("w", settlements)).length, 20)
      const ofTenants = new Map(settlements.map(({ event, tenant_id }) => [tenant_id, event.id]))
      assert.deepEqual(
        (yield* pendingForEndpoints()).map(([, event]) => event).sort(),
        tenants
          .slice(10)
          .map((tenant) => ofTenants.get(tenant))
          .sort()
      )
      for (const [index, tenant] of tenants.entries()) {
        assert.deepEqual(
          yield* leased(`sub_${String(index)}`, "o"),
          index < 5 ? [] : [ofTenants.get(tenant)]
        )
      }
    }))

  test("adds nothing to an endpoint's outbox from before it was created or after it was made inactive", () =>
    Effect.gen(function* () {
      yield* happened()
      const endpoint = yield* anEndpoint()
      assert.deepEqual(yield* pendingForEndpoints(), [])
      yield* updateEndpoint("tn_a", endpoint, { active: false }, noon)
      yield* happened()
      yield* updateEndpoint("tn_a", endpoint, { active: true }, noon)
      const [event = ""] = yield* happened()
      assert.deepEqual(yield* pendingForEndpoints(), [[endpoint, event]])
    }))
})
