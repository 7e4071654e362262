// All that is promised of reports that wait: its tests share how they come and are tried again.
import {
  Feedback,
  type FoundReport,
  makeRecordReports,
  maxKeptPerDay,
  reportedEmailQueries,
  makeRetention,
  storedReportQueries,
  suppressionQueries
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { eventsOf } from "./eventFixtures.js"
import {
  accept,
  claim,
  claimOne,
  noon,
  queued,
  record,
  resultOf,
  settlement,
  times,
  together
} from "./fixtures.js"
import { suite } from "./suite.js"

interface From {
  readonly tenantId?: string | null
  readonly source?: string
}

/** Records reports as they come in: each names its message as the report says. */
const received = (
  reports: ReadonlyArray<FoundReport>,
  { source = "ses", tenantId = "tn_a" }: From = {}
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { find } = yield* reportedEmailQueries
      const { record } = yield* makeRecordReports
      const found = yield* find(
        reports.map(({ message, recipient }) => ({ tenant_id: tenantId, message, recipient }))
      )
      const origin = { tenant_id: tenantId, source }
      const recorded = yield* record(
        reports.map((report, index) => ({
          origin,
          report,
          found: found[index],
          keepUnmatched: true
        }))
      )
      return recorded.map(({ result }) => result.outcome)
    })
  )

const delivered = (email_id: string, key?: string, at?: number): FoundReport => ({
  kind: "delivered",
  message: { email_id },
  key,
  at
})

/** Far behind every pause. */
const later = 8.64e15

const retried = (emailIds?: ReadonlyArray<string>, limit = 100, now = later) =>
  Effect.scoped(
    Effect.flatMap(makeRecordReports, ({ retry }) =>
      Effect.map(retry({ now, limit, emailIds }), (results) =>
        results.map(({ result }) => result.outcome)
      )
    )
  )

const unmatched = (tenantId: string | null = "tn_a") =>
  Effect.flatMap(storedReportQueries, ({ list }) =>
    Effect.map(
      list(tenantId, { limit: 100, offset: 0 }),
      (found) => found ?? assert.fail("no page")
    )
  )

const typesOf = (id: string, tenantId = "tn_a") =>
  Effect.map(eventsOf(id, tenantId), (events) =>
    [...events].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ type }) => type)
  )

const sentAs = (provider_message_id: string | null, to = "ada@example.com", tenant_id = "tn_a") =>
  Effect.gen(function* () {
    const [id = ""] = yield* queued({ to: [to], tenant_id })
    yield* record("w", [settlement(yield* claimOne("w", noon), noon, { provider_message_id })])
    return id
  })

/** Reports that wait, and those that no message is known for. */
export const storedFeedback = suite("Feedback that is stored", (test) => {
  test("stores a report on a message that isn't sent yet, and records it once it is, after the event of the attempt", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      assert.deepEqual(yield* received([delivered(id, "k1", noon + 5)]), ["waiting"])
      const message = yield* claimOne("w", noon)
      assert.deepEqual(yield* retried(), ["waiting"])
      assert.deepEqual(yield* typesOf(id), [])
      yield* record("w", [
        settlement(message, noon, { event: { id: "evt_0", type: "email.sent", data: {} } })
      ])
      assert.deepEqual(yield* retried(), ["recorded"])
      assert.deepEqual(yield* typesOf(id), ["email.sent", "email.delivered"])
      assert.equal((yield* eventsOf(id)).at(-1)?.created_at, noon + 5)
      assert.deepEqual(yield* retried(), [])
      assert.deepEqual(yield* received([delivered(id, "k1")]), ["repeated"])
    }))

  test("tries reports again that wait for a message, before they are due", () =>
    Effect.gen(function* () {
      const [first = "", second = ""] = yield* queued({ to: ["a@example.com", "b@example.com"] })
      yield* received([delivered(first), delivered(second)])
      yield* record(
        "w",
        (yield* claim("w", 2, noon)).map((message) => settlement(message, noon))
      )
      assert.deepEqual(yield* retried(undefined, 100, noon), [])
      assert.deepEqual(yield* retried([first], 100, noon), ["recorded"])
      assert.deepEqual(
        [yield* typesOf(first), yield* typesOf(second)],
        [["email.sent", "email.delivered"], ["email.sent"]]
      )
    }))

  test("is due again after growing pauses, and says when the next report is due", () =>
    Effect.gen(function* () {
      const { nextDue } = yield* storedReportQueries
      assert.equal(yield* nextDue, undefined)
      const [id = ""] = yield* queued()
      const before = Date.now()
      yield* received([delivered(id)])
      const pauses: Array<number> = []
      for (const _ of [1, 2, 3]) {
        pauses.push(((yield* nextDue) ?? 0) - before)
        yield* retried()
      }
      for (const [index, seconds] of [1, 2, 4].entries()) {
        const pause = pauses[index] ?? 0
        assert.ok(
          pause >= seconds * 1000 && pause < seconds * 1000 + 30_000,
          `pause ${String(index)}: ${String(pause)} ms`
        )
      }
    }))

  test("stores a report once that comes again with its key while it waits, also concurrently", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      assert.deepEqual(yield* received([delivered(id, "k1"), delivered(id, "k1")]), [
        "waiting",
        "waiting"
      ])
      yield* together(times(10, () => received([delivered(id, "k1")])))
      yield* received([delivered(id, "k2")])
      yield* record("w", [settlement(yield* claimOne("w", noon), noon)])
      assert.deepEqual([...(yield* retried())].sort(), ["recorded", "superseded"])
      assert.deepEqual(yield* typesOf(id), ["email.sent", "email.delivered"])
    }))

  test("applies each waiting report once, however many workers try at the same time", () =>
    Effect.gen(function* () {
      const pending = yield* queued({ to: times(20, (index) => `u${String(index)}@example.com`) })
      yield* received(pending.map((id) => ({ kind: "opened", message: { email_id: id } })))
      yield* record(
        "w",
        (yield* claim("w", 20, noon)).map((message) => settlement(message, noon))
      )
      const results = yield* together(times(8, () => retried(undefined, 5)))
      const rest = yield* retried()
      assert.equal([...results.flat(), ...rest].filter((tag) => tag === "recorded").length, 20)
      for (const id of pending) assert.deepEqual(yield* typesOf(id), ["email.sent", "email.opened"])
    }))

  test("stores reports without a known message, and lists them newest first, by tenant", () =>
    Effect.gen(function* () {
      const id = yield* sentAs(null)
      const none = "em_0199a0b0c0d07000800000000000000b"
      const bounce: FoundReport = {
        kind: "bounced",
        message: { email_id: none },
        recipient: "x@example.com",
        smtp_response: "550 no",
        at: noon,
        key: "k"
      }
      assert.deepEqual(yield* received([bounce, delivered(id)]), ["unknown_email", "recorded"])
      yield* received([bounce, delivered(none, "other")])
      yield* received([delivered(id)], { tenantId: "tn_b" })
      yield* received([delivered(none)], { tenantId: null })
      const shown = Effect.fnUntraced(function* (tenantId: string) {
        return (yield* unmatched(tenantId)).map(({ created_at: _, id: __, ...report }) => report)
      })
      const common = { attempts: 0, due_at: null, reason: "unmatched", source_name: "ses" } as const
      assert.deepEqual(yield* shown("tn_a"), [
        {
          ...common,
          tenant_id: "tn_a",
          report: { kind: "delivered", message: { email_id: none }, key: "other" }
        },
        { ...common, tenant_id: "tn_a", report: bounce }
      ])
      assert.deepEqual(yield* shown("tn_b"), [
        { ...common, tenant_id: "tn_b", report: { kind: "delivered", message: { email_id: id } } }
      ])
      assert.equal((yield* unmatched(null)).length, 1)
      assert.deepEqual(yield* retried(), [])
    }))

  test("pages through them, and knows no page behind what isn't there", () =>
    Effect.gen(function* () {
      const { list } = yield* storedReportQueries
      for (const index of times(5, (index) => index))
        yield* received([{ kind: "complained", message: { email_id: `em_${String(index)}` } }])
      const idsOf = (found: ReadonlyArray<{ readonly id: string }> | undefined) =>
        found?.map(({ id }) => id)
      const all = yield* list("tn_a", { limit: 10, offset: 0 })
      const ids = idsOf(all) ?? []
      assert.deepEqual(
        all?.map(({ report }) => report.message.email_id).sort(),
        times(5, (index) => `em_${String(index)}`)
      )
      // Ids begin with the time; within one millisecond they are in no order.
      assert.deepEqual(ids, [...ids].sort().reverse())
      const after = ids[1]
      assert.deepEqual(idsOf(yield* list("tn_a", { limit: 2, offset: 0 })), ids.slice(0, 2))
      assert.deepEqual(idsOf(yield* list("tn_a", { limit: 2, offset: 0, after })), ids.slice(2, 4))
      assert.deepEqual(idsOf(yield* list("tn_a", { limit: 2, offset: 4 })), ids.slice(4))
      assert.equal(yield* list("tn_b", { limit: 2, offset: 0, after }), undefined)
      assert.equal(yield* list(null, { limit: 2, offset: 0, after: "frep_none" }), undefined)
    }))

  test("finds messages by the id that the next hop gave them, be it given as such or in a Message-ID", () =>
    Effect.gen(function* () {
      const { find } = yield* reportedEmailQueries
      const [ada, eve] = [
        yield* sentAs("0102018f-1111"),
        yield* sentAs("0102018f-2222", "eve@example.com", "tn_b")
      ]
      const found = (tenant_id: string | null) =>
        Effect.map(
          find([
            { tenant_id, message: { provider_id: "0102018f-1111" } },
            { tenant_id, message: { message_id: "0102018f-2222@eu-west-1.amazonses.com" } },
            { tenant_id, message: { provider_id: "0102018f-3333" } },
            { tenant_id, message: { email_id: ada, provider_id: "0102018f-2222" } },
            { tenant_id, message: {} },
            { tenant_id, message: { provider_id: "\0" } }
          ]),
          (all) => all.map((one) => one?.email_id)
        )
      assert.deepEqual(yield* found(null), [ada, eve, undefined, ada, undefined, undefined])
      assert.deepEqual(yield* found("tn_a"), [ada, undefined, undefined, ada, undefined, undefined])
      assert.deepEqual(yield* find([]), [])
    }))

  test("finds one of several messages that share a Message-ID by the recipient", () =>
    Effect.gen(function* () {
      const { find } = yield* reportedEmailQueries
      const both = resultOf(yield* accept({ to: ["ada@example.com", "Eve@Example.com"] }))
      const alone = resultOf(yield* accept({ to: ["bob@example.com"] }))
      const bodies = new Map(
        (yield* claim("w", 10, noon)).map((message) => [message.id, message.body?.id])
      )
      const idOf = ({ queued: [first] }: typeof both) => bodies.get(first?.id ?? "") ?? ""
      const asked = [
        [both, "eve@example.com"],
        [both, undefined],
        [both, "other@example.com"],
        [alone, undefined],
        [alone, "other@example.com"]
      ] as const
      const found = yield* find(
        asked.map(([result, recipient]) => ({
          tenant_id: "tn_a",
          message: { message_id: `${idOf(result)}@example.com` },
          recipient
        }))
      )
      const eve = both.queued.find(({ recipient }) => recipient === "Eve@Example.com")?.id
      const bob = alone.queued[0]?.id
      assert.deepEqual(
        found.map((one) => one?.email_id),
        [eve, undefined, undefined, bob, bob]
      )
    }))

  test("tries a report a few times that names a provider's id which isn't known yet", () =>
    Effect.gen(function* () {
      const { nextDue } = yield* storedReportQueries
      const of = (provider_id: string): FoundReport => ({
        kind: "complained",
        message: { provider_id },
        key: provider_id
      })
      assert.deepEqual(
        yield* received([of("0102018f-1111"), of("0102018f-2222")], { tenantId: null }),
        ["unknown_email", "unknown_email"]
      )
      const id = yield* sentAs("0102018f-1111")
      assert.deepEqual([...(yield* retried())].sort(), ["recorded", "unknown_email"])
      assert.deepEqual(yield* typesOf(id), ["email.sent", "email.complained"])
      assert.equal(
        (yield* Effect.flatMap(suppressionQueries, (store) =>
          store.find("tn_a", "ada@example.com")
        ))[0]?.reason,
        "complaint"
      )
      let tries = 1
      while ((yield* nextDue) !== undefined) {
        assert.deepEqual(yield* retried(), ["unknown_email"])
        tries++
      }
      assert.equal(tries, 5)
      assert.deepEqual(
        (yield* unmatched(null)).map(({ attempts, due_at }) => ({ attempts, due_at })),
        [{ attempts: 5, due_at: null }]
      )
    }))

  test("keeps what can't be read once, and lists it", () =>
    Effect.gen(function* () {
      const { keepUnread } = yield* Feedback
      const origin = { tenant_id: null, source: "return_path" }
      const unread = { excerpt: "Hello \u{1F4EE}", message: { email_id: "em_1" } }
      const report = { kind: "unread", ...unread } as const
      assert.deepEqual(
        [yield* keepUnread(origin, unread), yield* keepUnread(origin, unread)],
        [true, false]
      )
      assert.equal(yield* keepUnread(origin, { ...unread, excerpt: "Bye" }), true)
      assert.deepEqual(
        (yield* unmatched(null)).map(({ reason, report }) => [reason, report]),
        [
          ["unread", { ...report, excerpt: "Bye" }],
          ["unread", report]
        ]
      )
      assert.deepEqual(yield* retried(), [])
    }))

  test("stores only so many reports a day of one tenant and source", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      const flood = times(maxKeptPerDay + 10, (index): FoundReport => ({
        kind: "complained",
        message: { email_id: `em_${String(index)}` }
      }))
      yield* received(flood)
      assert.deepEqual(yield* received([delivered(id)]), ["too_early"])
      assert.deepEqual(yield* received([delivered(id)], { source: "sendgrid" }), ["waiting"])
      const { list } = yield* storedReportQueries
      assert.equal((yield* list("tn_a", { limit: 10_000, offset: 0 }))?.length, maxKeptPerDay)
    }))

  test("are removed by their age, whatever they wait for", () =>
    Effect.gen(function* () {
      const { removeFeedbackReports } = yield* makeRetention
      const [id = ""] = yield* queued()
      yield* received([delivered(id), delivered("em_none")])
      assert.equal(yield* removeFeedbackReports(Date.now() - 60_000), 0)
      assert.equal(yield* removeFeedbackReports(Date.now() + 60_000), 2)
      assert.deepEqual([yield* retried(), yield* unmatched()], [[], []])
    }))

  test("decides on reports of one call in their order: each sees what those before it changed", () =>
    Effect.gen(function* () {
      const id = yield* sentAs(null)
      const other = yield* sentAs(null, "eve@example.com")
      const reports: ReadonlyArray<FoundReport> = [
        delivered(id, "a"),
        { kind: "bounced", message: { email_id: id }, key: "b", verdict: "invalid_recipient" },
        delivered(id, "a"),
        delivered(id, "c"),
        { kind: "unsubscribed", message: { email_id: id }, key: "d" },
        { kind: "unsubscribed", message: { email_id: id }, key: "e" },
        delivered(other)
      ]
      assert.deepEqual(yield* received(reports), [
        "recorded",
        "recorded",
        "repeated",
        "superseded",
        "recorded",
        "repeated",
        "recorded"
      ])
      assert.deepEqual(yield* received(reports), [
        "repeated",
        "repeated",
        "repeated",
        "superseded",
        "repeated",
        "repeated",
        "superseded"
      ])
      assert.deepEqual(yield* typesOf(id), [
        "email.sent",
        "email.delivered",
        "email.bounced",
        "email.unsubscribed"
      ])
      assert.deepEqual(yield* typesOf(other), ["email.sent", "email.delivered"])
      assert.equal(
        (yield* Effect.flatMap(suppressionQueries, (store) =>
          store.find("tn_a", "ada@example.com")
        ))[0]?.reason,
        "bounce"
      )
    }))
})
