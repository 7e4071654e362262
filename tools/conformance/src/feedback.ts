// All that one port promises: its tests share how mail is sent and reported on.
import { AnalyticsStore, decideFeedback, FeedbackStore, SuppressionStore } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import {
  aChange,
  anEntry,
  eventsOf,
  happened,
  leased,
  report,
  reported,
  subscribed
} from "./eventFixtures.js"
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

/** Tests of the port `FeedbackStore`. */
export const feedback = suite("FeedbackStore", (test) => {
  const sent = Effect.gen(function* () {
    const [id = ""] = yield* queued()
    yield* record("w", [settlement(yield* claimOne("w", noon), noon)])
    return id
  })

  /** A message that is due for its second attempt a minute after noon. */
  const deferred = Effect.gen(function* () {
    const [id = ""] = yield* queued()
    yield* record("w", [deferral(yield* claimOne("w", noon), noon, noon + minute)])
    return id
  })

  const counts = Effect.flatMap(AnalyticsStore, ({ countByStatus, recount }) =>
    Effect.gen(function* () {
      assert.equal(yield* recount("tn_a"), 0)
      return Object.fromEntries(
        [...(yield* countByStatus("tn_a", 0))].filter(([, count]) => count !== 0)
      )
    })
  )

  const suppressionOf = (folded: string) =>
    Effect.flatMap(SuppressionStore, (store) =>
      Effect.map(store.find("tn_a", folded), ([first]) => first)
    )

  test("shows the message's current state, and writes the decision: status, reply, reason, counters and event", () =>
    Effect.gen(function* () {
      const id = yield* sent
      const event = {
        type: "email.bounced",
        created_at: noon + hour,
        data: { status: "bounced", verdict: "mailbox_full", reported: true }
      } as const
      const change = {
        status: "bounced",
        smtp_response: "552 5.2.2 full",
        error_message: "The mailbox is full.",
        failure_code: "mailbox_full",
        event
      } as const
      const outcome = yield* report<never>("tn_a", id, (email) => {
        assert.deepEqual(email, {
          status: "sent",
          created_at: noon,
          attempts: 1,
          smtp_provider: "smtp",
          smtp_response: "250 2.0.0 taken",
          error_message: null,
          failure_code: null,
          sent_at: noon,
          isUnsubscribed: false
        })
        return {
          _tag: "Change",
          change: aChange(id, email, { ...change, event: { ...event, id: "evt_1" } })
        }
      })
      assert.deepEqual(outcome, { _tag: "Recorded", event_id: "evt_1" })
      const { error_message, failure_code, next_attempt_at, sent_at, smtp_response, status } =
        yield* logged(id)
      assert.deepEqual(
        { error_message, failure_code, next_attempt_at, sent_at, smtp_response, status },
        {
          error_message: "The mailbox is full.",
          failure_code: "mailbox_full",
          next_attempt_at: null,
          sent_at: noon,
          smtp_response: "552 5.2.2 full",
          status: "bounced"
        }
      )
      assert.deepEqual(yield* counts, { bounced: 1 })
      assert.deepEqual((yield* eventsOf(id)).at(-1), {
        ...event,
        id: "evt_1",
        tenant_id: "tn_a",
        email_id: id
      })
    }))

  test("suppresses the recipient, unless it is suppressed already", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued({ to: ["Ada@Example.com"] })
      yield* record("w", [settlement(yield* claimOne("w", noon), noon)])
      const event = { type: "email.complained", created_at: noon + 5 } as const
      yield* reported(id, { status: "complained", suppress: "complaint", event })
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
      yield* reported(id, { suppress: "unsubscribe" })
      assert.deepEqual(yield* suppressionOf("ada@example.com"), suppression)
    }))

  test("suppresses only the topic of a message whose recipient unsubscribed, and the whole address for other reports", () =>
    Effect.gen(function* () {
      yield* addTopic("news")
      const [id = ""] = yield* queued({ topic: "news" })
      yield* record("w", [settlement(yield* claimOne("w", noon), noon)])
      yield* reported(id, { suppress: "unsubscribe", event: { type: "email.unsubscribed" } })
      const store = yield* SuppressionStore
      assert.deepEqual(
        (yield* store.find("tn_a", "ada@example.com")).map(({ reason, topic }) => [reason, topic]),
        [["unsubscribe", "news"]]
      )
      assert.deepEqual(resultOf(yield* accept({ topic: "news" })).queued, [])
      assert.equal(resultOf(yield* accept()).queued.length, 1)
      yield* reported(id, {
        status: "complained",
        suppress: "complaint",
        event: { type: "email.complained" }
      })
      assert.deepEqual(
        (yield* store.find("tn_a", "ada@example.com")).map(({ reason, topic }) => [reason, topic]),
        [
          ["complaint", null],
          ["unsubscribe", "news"]
        ]
      )
    }))

  test("suppresses again what was released since, although the unsubscription isn't recorded again", () =>
    Effect.gen(function* () {
      yield* addTopic("news")
      const [id = ""] = yield* queued({ topic: "news" })
      yield* record("w", [settlement(yield* claimOne("w", noon), noon)])
      const { record: recordReports } = yield* FeedbackStore
      const unsubscribe = Effect.map(
        recordReports([
          anEntry(
            id,
            (email, context) => decideFeedback({ kind: "unsubscribed" }, email, context),
            { kind: "unsubscribed" }
          )
        ]),
        ([recorded]) => recorded
      )
      assert.equal((yield* unsubscribe)?._tag, "Recorded")
      const { find, remove } = yield* SuppressionStore
      assert.equal(yield* remove("tn_a", "ada@example.com", "news"), true)
      assert.deepEqual(yield* unsubscribe, { _tag: "Left", reason: "repeated" })
      assert.deepEqual(
        (yield* find("tn_a", "ada@example.com")).map(({ reason, topic }) => [reason, topic]),
        [["unsubscribe", "news"]]
      )
      assert.equal(
        (yield* eventsOf(id)).filter(({ type }) => type === "email.unsubscribed").length,
        1
      )
    }))

  test("writes only the event if the message's status doesn't change", () =>
    Effect.gen(function* () {
      const id = yield* sent
      const before = yield* logged(id)
      assert.equal(yield* reported(id), "Recorded")
      assert.equal(yield* reported(id), "Recorded")
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
      const report_key = "report-1"
      assert.equal(yield* reported(id, { report_key }), "Recorded")
      assert.equal(
        yield* reported(id, { report_key, status: "complained", suppress: "complaint" }),
        "Repeated"
      )
      assert.equal(yield* reported(id, { report_key: "report-2" }), "Recorded")
      assert.equal(
        yield* reported(id, { report_key, event: { type: "email.clicked" } }),
        "Recorded"
      )
      assert.equal(yield* reported(other, { report_key }), "Recorded")
      assert.equal((yield* logged(id)).status, "sent")
      assert.equal(yield* suppressionOf("ada@example.com"), undefined)
      assert.equal((yield* eventsOf(id)).length, 4)
    }))

  test("records once what is reported several times concurrently under one key", () =>
    Effect.gen(function* () {
      const id = yield* sent
      yield* subscribed()
      const outcomes = yield* together(
        times(10, () =>
          reported(id, {
            report_key: "report-1",
            status: "delivered",
            event: { type: "email.delivered" }
          })
        )
      )
      assert.deepEqual([...outcomes].sort(), ["Recorded", ...times(9, () => "Repeated")])
      assert.equal((yield* eventsOf(id)).length, 2)
      assert.equal((yield* leased("sub_1", "o")).length, 1)
      assert.deepEqual(yield* counts, { delivered: 1 })
    }))

  test("shows each of several concurrent reports what those before it changed", () =>
    Effect.gen(function* () {
      const id = yield* sent
      const outcomes = yield* together(
        times(10, () =>
          report("tn_a", id, (email) =>
            email.status === "sent"
              ? { _tag: "Change", change: aChange(id, email, { status: "delivered" }) }
              : { _tag: "Leave", reason: email.status }
          )
        )
      )
      assert.equal(outcomes.filter(({ _tag }) => _tag === "Recorded").length, 1)
      assert.equal(
        outcomes.filter((outcome) => outcome._tag === "Left" && outcome.reason === "delivered")
          .length,
        9
      )
      assert.deepEqual(yield* counts, { delivered: 1 })
    }))

  test("doesn't find a message of another tenant, nor one that was deleted", () =>
    Effect.gen(function* () {
      const id = yield* sent
      assert.equal(yield* reported(id, {}, "tn_b"), "NotFound")
      assert.equal(yield* reported("em_none"), "NotFound")
      assert.equal((yield* eventsOf(id)).length, 1)
    }))

  test("changes nothing if no change is requested, and returns the reason", () =>
    Effect.gen(function* () {
      const id = yield* deferred
      const before = yield* logged(id)
      assert.deepEqual(
        yield* report("tn_a", id, () => ({ _tag: "Leave", reason: "superseded" as const })),
        { _tag: "Left", reason: "superseded" }
      )
      assert.deepEqual(yield* logged(id), before)
      assert.equal((yield* eventsOf(id)).length, 1)
      assert.equal((yield* claim("w", 1, noon + minute)).length, 1)
    }))

  test("suppresses the recipient of a message whose status doesn't change, if requested", () =>
    Effect.gen(function* () {
      const id = yield* sent
      const before = yield* logged(id)
      const leave = (suppress: "bounce" | "complaint" | null) =>
        report("tn_a", id, () => ({ _tag: "Leave", reason: "superseded" as const, suppress }))
      yield* leave(null)
      assert.equal(yield* suppressionOf("ada@example.com"), undefined)
      assert.deepEqual(yield* leave("bounce"), { _tag: "Left", reason: "superseded" })
      yield* leave("complaint")
      assert.equal((yield* suppressionOf("ada@example.com"))?.reason, "bounce")
      assert.deepEqual(resultOf(yield* accept({ to: ["ada@example.com"] })).queued, [])
      assert.deepEqual(yield* logged(id), before)
      assert.equal((yield* eventsOf(id)).length, 1)
    }))

  test("ends a message's wait for another attempt once its status changes", () =>
    Effect.gen(function* () {
      const [waiting, settled] = [yield* deferred, yield* deferred]
      assert.equal(yield* reported(waiting), "Recorded")
      assert.equal(
        yield* reported(settled, { status: "bounced", event: { type: "email.bounced" } }),
        "Recorded"
      )
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
      const pending = yield* queued({ to: times(40, (index) => `u${String(index)}@example.com`) })
      const claims = times(8, (index) => claim(`w${String(index)}`, 5, noon))
      const reports = pending.map((id) =>
        report("tn_a", id, (email) =>
          email.status === "sending"
            ? { _tag: "Leave", reason: id }
            : { _tag: "Change", change: aChange(id, email, { status: "bounced" }) }
        )
      )
      const [claimed, outcomes] = yield* Effect.all([together(claims), together(reports)], {
        concurrency: 2
      })
      const taken = new Set(claimed.flat().map(({ id }) => id))
      const settled = pending.filter((_, index) => outcomes[index]?._tag === "Recorded")
      assert.deepEqual(
        settled.filter((id) => taken.has(id)),
        []
      )
      assert.equal(
        taken.size + settled.length + (yield* claim("w", 100, noon)).length,
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
      const reports = pending.map((id) =>
        report("tn_a", id, (email) =>
          email.status === "sending"
            ? { _tag: "Leave", reason: id }
            : {
                _tag: "Change",
                change: aChange(id, email, { status: "complained", suppress: "complaint" })
              }
        )
      )
      const [, outcomes] = yield* Effect.all([together(recordings), together(reports)], {
        concurrency: 2
      })
      const complained = outcomes.filter(({ _tag }) => _tag === "Recorded").length
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
      yield* reported(id)
      const [event = ""] = (yield* eventsOf(id)).slice(-1).map((one) => one.id)
      // Due since it was recorded, which is never before the reported instant.
      assert.deepEqual(yield* pendingForEndpoints(Number.MAX_SAFE_INTEGER - minute), [
        [endpoint, event]
      ])
      assert.deepEqual(yield* leased("sub_1", "o"), [event])
    }))
})
