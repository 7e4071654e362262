// All that one service promises: its tests share how mail is sent and reported on.
import { analyticsQueries, recountMessages, suppressionQueries } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { eventsOf, happened, leased, reported, subscribed } from "./eventFixtures.js"
import {
  accept,
  claim,
  claimOne,
  deferral,
  hour,
  logged,
  minute,
  noon,
  queued,
  record,
  resultOf,
  settlement,
  times,
  together
} from "./fixtures.js"
import { suite } from "./suite.js"
import { anEndpoint, pendingForEndpoints } from "./webhookFixtures.js"
import { addTopic } from "./topics.js"

/** How reports change messages, and what else is written with that. */
export const feedback = suite("Feedback", (test) => {
  const sent = Effect.gen(function* () {
    const [id = ""] = yield* queued()
    yield* record("w", [settlement(yield* claimOne("w", noon), noon)])
    return id
  })

  /** Messages that are due for their second attempt a minute after noon. */
  const deferred = (to: ReadonlyArray<string> = ["ada@example.com"]) =>
    Effect.gen(function* () {
      const made = yield* queued({ to })
      const claimed = yield* claim("w", to.length, noon)
      yield* record(
        "w",
        claimed.map((message) => deferral(message, noon, noon + minute))
      )
      return made
    })

  const counts = Effect.flatMap(analyticsQueries, ({ countByStatus }) =>
    Effect.gen(function* () {
      assert.equal(yield* recountMessages("tn_a"), 0)
      return Object.fromEntries(
        [...(yield* countByStatus("tn_a", 0))].filter(([, count]) => count !== 0)
      )
    })
  )

  const suppressionOf = (folded: string) =>
    Effect.flatMap(suppressionQueries, (store) =>
      Effect.map(store.find("tn_a", folded), ([first]) => first)
    )

  const suppressionsOf = (folded: string) =>
    Effect.map(
      Effect.flatMap(suppressionQueries, (store) => store.find("tn_a", folded)),
      (found) => found.map(({ reason, topic }) => [reason, topic])
    )

  test("writes the decision: status, reply, reason, counters and event, at the time that is reported", () =>
    Effect.gen(function* () {
      const id = yield* sent
      assert.deepEqual(
        yield* reported(id, {
          kind: "bounced",
          verdict: "mailbox_full",
          smtp_response: "552 5.2.2 full",
          at: noon + hour
        }),
        ["recorded"]
      )
      const { error_message, failure_code, next_attempt_at, sent_at, smtp_response, status } =
        yield* logged(id)
      const reason = "The recipient's mailbox is full, according to a later report."
      assert.deepEqual(
        { error_message, failure_code, next_attempt_at, sent_at, smtp_response, status },
        {
          error_message: reason,
          failure_code: "mailbox_full",
          next_attempt_at: null,
          sent_at: noon,
          smtp_response: "552 5.2.2 full",
          status: "bounced"
        }
      )
      assert.deepEqual(yield* counts, { bounced: 1 })
      const event = (yield* eventsOf(id)).at(-1)
      assert.deepEqual(event, {
        id: event?.id,
        type: "email.bounced",
        tenant_id: "tn_a",
        email_id: id,
        created_at: noon + hour,
        data: {
          status: "bounced",
          attempts: 1,
          smtp_provider: "smtp",
          smtp_response: "552 5.2.2 full",
          error_message: reason,
          next_attempt_at: null,
          reported: true,
          verdict: "mailbox_full"
        }
      })
      // Not before the next hop accepted it.
      yield* reported(id, { kind: "opened", at: noon - hour })
      const opened = (yield* eventsOf(id)).find(({ type }) => type === "email.opened")
      assert.equal(opened?.created_at, noon)
    }))

  test("suppresses the recipient, unless it is suppressed already", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued({ to: ["Ada@Example.com"] })
      yield* record("w", [settlement(yield* claimOne("w", noon), noon)])
      yield* reported(id, { kind: "complained", at: noon + 5 })
      const suppression = {
        tenant_id: "tn_a",
        folded: "ada@example.com",
        email_address: "Ada@Example.com",
        reason: "complaint",
        added_at: noon + 5,
        topic: null
      }
      assert.deepEqual(yield* suppressionOf("ada@example.com"), suppression)
      assert.deepEqual(resultOf(yield* accept({ to: ["ADA@example.com"] })).queued, [])
      yield* reported(id, { kind: "unsubscribed" })
      assert.deepEqual(yield* suppressionOf("ada@example.com"), suppression)
    }))

  test("suppresses only the topic of a message whose recipient unsubscribed, and the whole address for other reports", () =>
    Effect.gen(function* () {
      yield* addTopic("news")
      const [id = ""] = yield* queued({ topic: "news" })
      yield* record("w", [settlement(yield* claimOne("w", noon), noon)])
      yield* reported(id, { kind: "unsubscribed" })
      assert.deepEqual(yield* suppressionsOf("ada@example.com"), [["unsubscribe", "news"]])
      assert.deepEqual(resultOf(yield* accept({ topic: "news" })).queued, [])
      assert.equal(resultOf(yield* accept()).queued.length, 1)
      yield* reported(id, { kind: "complained" })
      assert.deepEqual(yield* suppressionsOf("ada@example.com"), [
        ["complaint", null],
        ["unsubscribe", "news"]
      ])
    }))

  test("suppresses again what was released since, although the unsubscription isn't recorded again", () =>
    Effect.gen(function* () {
      yield* addTopic("news")
      const [id = ""] = yield* queued({ topic: "news" })
      yield* record("w", [settlement(yield* claimOne("w", noon), noon)])
      const unsubscribe = reported(id, { kind: "unsubscribed" })
      assert.deepEqual(yield* unsubscribe, ["recorded"])
      const { remove } = yield* suppressionQueries
      assert.equal(yield* remove("tn_a", ["ada@example.com"], "news"), true)
      assert.deepEqual(yield* unsubscribe, ["repeated"])
      assert.deepEqual(yield* suppressionsOf("ada@example.com"), [["unsubscribe", "news"]])
      assert.equal(
        (yield* eventsOf(id)).filter(({ type }) => type === "email.unsubscribed").length,
        1
      )
    }))

  test("writes only the event if the message's status doesn't change", () =>
    Effect.gen(function* () {
      const id = yield* sent
      const before = yield* logged(id)
      const opened = reported(id, { kind: "opened", machine: true })
      assert.deepEqual([yield* opened, yield* opened], [["recorded"], ["recorded"]])
      assert.deepEqual(yield* logged(id), before)
      assert.deepEqual(
        (yield* eventsOf(id)).map(({ type }) => type),
        ["email.sent", "email.opened", "email.opened"]
      )
      assert.deepEqual(yield* counts, { sent: 1 })
    }))

  test("records a report once per key, message and type", () =>
    Effect.gen(function* () {
      const [id, other] = [yield* sent, yield* sent]
      const key = "report-1"
      const outcomes = [
        yield* reported(id, { kind: "opened", key }),
        yield* reported(id, { kind: "opened", key }),
        yield* reported(id, { kind: "opened", key: "report-2" }),
        yield* reported(id, { kind: "clicked", link: "https://example.com", key }),
        yield* reported(other, { kind: "opened", key })
      ]
      assert.deepEqual(outcomes.flat(), [
        "recorded",
        "repeated",
        "recorded",
        "recorded",
        "recorded"
      ])
      assert.equal((yield* eventsOf(id)).length, 4)
    }))

  test("changes nothing for a report that comes again, whatever became of the message since", () =>
    Effect.gen(function* () {
      const id = yield* sent
      const bounced = { kind: "bounced", verdict: "invalid_recipient", key: "report-1" } as const
      assert.deepEqual(yield* reported(id, bounced), ["recorded"])
      const { remove } = yield* suppressionQueries
      assert.equal(yield* remove("tn_a", ["ada@example.com"], null), true)
      const before = yield* logged(id)
      assert.deepEqual(yield* reported(id, bounced), ["repeated"])
      assert.deepEqual(yield* logged(id), before)
      assert.equal(yield* suppressionOf("ada@example.com"), undefined)
    }))

  test("records once what is reported several times concurrently under one key", () =>
    Effect.gen(function* () {
      const id = yield* sent
      yield* subscribed()
      const outcomes = yield* together(
        times(10, () => reported(id, { kind: "delivered", key: "report-1" }))
      )
      assert.deepEqual(outcomes.flat().sort(), ["recorded", ...times(9, () => "repeated")])
      assert.equal((yield* eventsOf(id)).length, 2)
      assert.equal((yield* leased("sub_1", "o")).length, 1)
      assert.deepEqual(yield* counts, { delivered: 1 })
    }))

  test("shows each of several concurrent reports what those before it changed", () =>
    Effect.gen(function* () {
      const id = yield* sent
      const outcomes = yield* together(times(10, () => reported(id, { kind: "delivered" })))
      assert.deepEqual(outcomes.flat().sort(), ["recorded", ...times(9, () => "superseded")])
      assert.deepEqual(yield* counts, { delivered: 1 })
    }))

  test("doesn't find a message of another tenant, nor one that was deleted", () =>
    Effect.gen(function* () {
      const id = yield* sent
      const none = "em_0199a0b0c0d07000800000000000000b"
      assert.deepEqual(yield* reported(id, { kind: "opened" }, "tn_b"), ["unknown_email"])
      assert.deepEqual(yield* reported(none, { kind: "opened" }), ["unknown_email"])
      assert.equal((yield* eventsOf(id)).length, 1)
    }))

  test("changes nothing if the message has advanced beyond the report", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* deferred()
      const before = yield* logged(id)
      assert.deepEqual(yield* reported(id, { kind: "deferred" }), ["superseded"])
      assert.deepEqual(yield* logged(id), before)
      assert.equal((yield* eventsOf(id)).length, 1)
      assert.equal((yield* claim("w", 1, noon + minute)).length, 1)
    }))

  test("suppresses the recipient of a message whose status doesn't change, if the report says so", () =>
    Effect.gen(function* () {
      const id = yield* sent
      yield* reported(id, { kind: "bounced", verdict: "mailbox_full" })
      assert.equal(yield* suppressionOf("ada@example.com"), undefined)
      const before = yield* logged(id)
      const again = { kind: "bounced", verdict: "invalid_recipient" } as const
      assert.deepEqual(yield* reported(id, again), ["superseded"])
      assert.equal((yield* suppressionOf("ada@example.com"))?.reason, "bounce")
      assert.deepEqual(resultOf(yield* accept({ to: ["ada@example.com"] })).queued, [])
      assert.deepEqual(yield* logged(id), before)
      assert.equal((yield* eventsOf(id)).length, 2)
      yield* reported(id, { kind: "complained" })
      assert.equal((yield* suppressionOf("ada@example.com"))?.reason, "bounce")
    }))

  test("ends a message's wait for another attempt once its status changes", () =>
    Effect.gen(function* () {
      const [waiting = "", settled = ""] = yield* deferred(["a@example.com", "b@example.com"])
      assert.deepEqual(yield* reported(waiting, { kind: "opened", machine: true }), ["recorded"])
      assert.deepEqual(yield* reported(settled, { kind: "bounced" }), ["recorded"])
      assert.equal((yield* logged(waiting)).next_attempt_at, noon + minute)
      assert.equal((yield* logged(settled)).next_attempt_at, null)
      assert.deepEqual(
        (yield* claim("w", 10, noon + hour)).map(({ id }) => id),
        [waiting]
      )
      assert.deepEqual(yield* counts, { bounced: 1, sending: 1 })
    }))

  test("either precedes a worker's claim of the message, or sees that it is in flight", () =>
    Effect.gen(function* () {
      const pending = yield* deferred(times(40, (index) => `u${String(index)}@example.com`))
      const claims = times(8, (index) => claim(`w${String(index)}`, 5, noon + hour))
      const reports = pending.map((id) => reported(id, { kind: "bounced" }))
      const [claimed, outcomes] = yield* Effect.all([together(claims), together(reports)], {
        concurrency: 2
      })
      const taken = new Set(claimed.flat().map(({ id }) => id))
      const settled = pending.filter((_, index) => outcomes[index]?.[0] === "recorded")
      assert.deepEqual(
        settled.filter((id) => taken.has(id)),
        []
      )
      assert.equal(
        taken.size + settled.length + (yield* claim("w", 100, noon + hour)).length,
        pending.length
      )
      assert.equal((yield* counts)["bounced"] ?? 0, settled.length)
    }))

  test("succeeds beside workers that record the same messages, their suppressions and their events", () =>
    Effect.gen(function* () {
      yield* anEndpoint({ events: ["email.bounced"] })
      const pending = yield* queued({ to: times(30, (index) => `u${String(index)}@example.com`) })
      const messages = yield* claim("w", 30, noon)
      const bounce = { status: "bounced", suppress: "bounce" } as const
      const batches = times(3, (nth) => messages.filter((_, index) => index % 3 === nth))
      const recordings = batches.map((batch) =>
        record(
          "w",
          batch.map((message) => settlement(message, noon, bounce))
        )
      )
      const reports = pending.map((id) => reported(id, { kind: "complained" }))
      const [, outcomes] = yield* Effect.all([together(recordings), together(reports)], {
        concurrency: 2
      })
      const complained = outcomes.flat().filter((outcome) => outcome === "recorded").length
      const found = yield* counts
      assert.deepEqual(
        [found["complained"] ?? 0, found["bounced"] ?? 0],
        [complained, pending.length - complained]
      )
      assert.equal((yield* suppressionOf("u7@example.com"))?.reason, "bounce")
    }))

  test("adds its event to the outbox for the endpoints and subscriptions that take it", () =>
    Effect.gen(function* () {
      const endpoint = yield* anEndpoint({ events: ["email.opened"] })
      yield* anEndpoint({ events: ["email.opened"], tenant_id: "tn_b" })
      yield* subscribed({ types: ["email.opened"] })
      yield* happened()
      const id = yield* sent
      yield* reported(id, { kind: "opened" })
      const [event = ""] = (yield* eventsOf(id)).slice(-1).map((one) => one.id)
      // Due since it was recorded, which is never before the reported instant.
      assert.deepEqual(yield* pendingForEndpoints(Number.MAX_SAFE_INTEGER - minute), [
        [endpoint, event]
      ])
      assert.deepEqual(yield* leased("sub_1", "o"), [event])
    }))
})
