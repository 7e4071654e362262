import { eventTypes } from "@telemark/contract"
import {
  type EventPage,
  eventQueries,
  type EventRange,
  Events,
  makeEventTail
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { setTimeout as sleep } from "node:timers/promises"
import { eventIdAt, happened } from "./eventFixtures.js"
import { claimOne, hour, noon, queued, record, settlement, times } from "./fixtures.js"
import { suite } from "./suite.js"

/** Events are written by `MailQueue.record` and by `Feedback`. */
export const events = suite("Events", (test) => {
  const page = (range: Partial<EventRange> = {}, tenantId = "tn_a") =>
    Effect.flatMap(eventQueries, (store) =>
      store.list(tenantId, {
        since: 0,
        until: noon + 1000 * hour,
        types: eventTypes,
        after: "",
        ...range
      })
    )

  /** The ids on each page, up to the last. */
  const pages = (range: Partial<EventRange> = {}, tenantId = "tn_a") =>
    Effect.gen(function* () {
      const found: Array<ReadonlyArray<string>> = []
      let after = range.after
      do {
        const { events: some, next }: EventPage = yield* page(
          { ...range, after: after ?? "" },
          tenantId
        )
        found.push(some.map(({ id }) => id))
        after = next
      } while (after !== undefined)
      return found
    })

  const listed = (range: Partial<EventRange> = {}, tenantId = "tn_a") =>
    Effect.map(pages(range, tenantId), (found) => found.flat())

  test("lists the events of a message, oldest first, to its tenant only", () =>
    Effect.gen(function* () {
      const store = yield* eventQueries
      const [id = ""] = yield* queued()
      assert.deepEqual(yield* store.ofEmail("tn_a", id), [])
      yield* record("w", [settlement(yield* claimOne("w", noon), noon)])
      assert.equal((yield* store.ofEmail("tn_a", id)).length, 1)
      assert.deepEqual(yield* store.ofEmail("tn_b", id), [])
    }))

  test("makes a message's timeline of its log and its events, for its tenant only", () =>
    Effect.gen(function* () {
      const { timeline } = yield* Events
      const [id = ""] = yield* queued()
      const event = { id: eventIdAt(noon), type: "email.sent", data: { attempts: 1 } } as const
      yield* record("w", [settlement(yield* claimOne("w", noon), noon, { event })])
      const { data, email_id, status } = yield* timeline("tn_a", id)
      assert.deepEqual(
        [email_id, status, data.map((entry) => [entry.id, entry.type])],
        [id, "sent", [[event.id, "email.sent"]]]
      )
      for (const [tenantId, unknown] of [
        ["tn_a", "em_0199a0b0c0d070008000000000000000"],
        ["tn_b", id],
        ["tn_a", event.id],
        ["tn_a", "em_'; DROP TABLE emails"]
      ] as const) {
        assert.equal((yield* Effect.flip(timeline(tenantId, unknown)))._tag, "NotFound")
      }
    }).pipe(Effect.provide(Events.layer)))

  test("returns one complete event to its tenant only", () =>
    Effect.gen(function* () {
      const { find } = yield* eventQueries
      const [email_id = ""] = yield* queued()
      const data = {
        status: "sent",
        attempts: 1,
        smtp_provider: "smtp",
        smtp_response: '250 "taken"\u2028 \u{1F4EC}',
        error_message: null,
        next_attempt_at: null,
        verdict: "accepted",
        ambiguous: false,
        duration_ms: 12,
        tls: "TLSv1.3"
      }
      const event = { id: eventIdAt(noon), type: "email.sent", data } as const
      yield* record("w", [settlement(yield* claimOne("w", noon), noon + 7, { event })])
      assert.deepEqual(yield* find("tn_a", event.id), {
        ...event,
        tenant_id: "tn_a",
        email_id,
        created_at: noon + 7
      })
      assert.equal(yield* find("tn_b", event.id), undefined)
      assert.equal(yield* find("tn_a", eventIdAt(noon)), undefined)
    }))

  test("lists a tenant's events in the order of their ids, page by page", () =>
    Effect.gen(function* () {
      yield* happened({ tenant_id: "tn_b" })
      const made: Array<string> = []
      // Recorded out of order, as by workers whose clocks differ.
      for (const at of [noon + 2 * hour, noon, noon + hour])
        made.push(
          ...(yield* happened({ at, to: times(5, (index) => `u${String(index)}@example.com`) }))
        )
      const inOrder = made.sort()
      assert.deepEqual(yield* listed(), inOrder)
      assert.deepEqual(yield* pages({ limit: 4 }), [
        inOrder.slice(0, 4),
        inOrder.slice(4, 8),
        inOrder.slice(8, 12),
        inOrder.slice(12)
      ])
      assert.deepEqual(yield* pages({ limit: 15 }), [inOrder, []])
      assert.deepEqual(yield* page({ limit: 16 }), {
        events: inOrder.map((id) => ({ id })),
        next: undefined
      })
      assert.equal((yield* listed({}, "tn_b")).length, 1)
      assert.deepEqual(yield* listed({}, "tn_c"), [])
    }))

  test("lists what was recorded at or after one instant and before another", () =>
    Effect.gen(function* () {
      const [early = ""] = yield* happened({ at: noon - 1 })
      const [first = ""] = yield* happened({ at: noon })
      const [last = ""] = yield* happened({ at: noon + hour - 1 })
      const [late = ""] = yield* happened({ at: noon + hour })
      const span = { since: noon, until: noon + hour }
      assert.deepEqual(yield* listed(span), [first, last])
      assert.deepEqual(yield* listed({ ...span, after: first }), [last])
      assert.deepEqual(yield* listed({ ...span, after: early }), [first, last])
      assert.deepEqual(yield* listed({ ...span, after: late }), [])
      assert.deepEqual(yield* listed({ since: noon, until: noon }), [])
      assert.deepEqual(yield* listed({ since: 0, until: Number.MAX_SAFE_INTEGER }), [
        early,
        first,
        last,
        late
      ])
    }))

  test("lists the requested types, however rare they are, and reads no more than 1,000 events at a time", () =>
    Effect.gen(function* () {
      const many = times(50, (index) => `u${String(index)}@example.com`)
      const [first = ""] = yield* happened({ at: noon - 1, status: "failed" })
      for (const at of times(25, (index) => noon + index)) yield* happened({ at, to: many })
      const [last = ""] = yield* happened({ at: noon + hour, status: "bounced" })
      const rare: Partial<EventRange> = { types: ["email.failed", "email.bounced"] }
      assert.deepEqual(yield* pages(rare), [[first], [last]])
      assert.deepEqual(yield* pages({ ...rare, limit: 2000 }), [[first], [last]])
      assert.deepEqual(yield* pages({ ...rare, limit: 500, after: first }), [[], [], [last]])
      assert.deepEqual(yield* listed({ types: ["email.clicked"] }), [])
      assert.deepEqual(yield* listed({ types: [] }), [])
      assert.deepEqual(
        (yield* pages()).map(({ length }) => length),
        [1000, 252]
      )
    }))

  /** The ids of all events after a position, up to the end, and that. */
  const tail = (from = 0, tenantIds: ReadonlyArray<string> = ["tn_a"], until?: number) =>
    Effect.gen(function* () {
      const { after, head } = yield* makeEventTail
      const end = until ?? (yield* head)
      const found: Array<string> = []
      // Positions may begin anywhere. A storage may wait for one that is missing until its
      // transaction has ended, and for those of other databases beside.
      let position = from
      do {
        const { events: some, upTo } = yield* after(tenantIds, position, until)
        found.push(...some.map(({ event }) => event.id))
        if (upTo === position) yield* Effect.promise(() => sleep(5))
        position = upTo
      } while (position < end)
      return { found, upTo: position }
    })

  test("numbers events in the order in which they were recorded, whatever their ids", () =>
    Effect.gen(function* () {
      const store = yield* eventQueries
      assert.deepEqual([yield* store.head, yield* store.latest("tn_a")], [0, undefined])
      const made: Array<string> = []
      for (const at of [noon + hour, noon, noon + 2 * hour])
        made.push(
          ...(yield* happened({ at, to: times(3, (index) => `u${String(index)}@example.com`) }))
        )
      const { found, upTo } = yield* tail()
      assert.deepEqual(found, made)
      assert.equal(upTo, yield* store.head)
      const positions = yield* Effect.forEach(made, (id) => store.positionOf("tn_a", id))
      assert.deepEqual(
        [...positions].sort((a, b) => Number(a) - Number(b)),
        positions
      )
      assert.equal(new Set(positions).size, made.length)
      assert.equal(positions.at(-1), upTo)
      assert.equal(yield* store.latest("tn_a"), made.at(-1))
      assert.deepEqual((yield* tail(positions[3])).found, made.slice(4))
      assert.deepEqual((yield* tail(positions[3], ["tn_a"], positions[6])).found, made.slice(4, 7))
      assert.deepEqual(yield* tail(upTo), { found: [], upTo })
    }))

  test("shows each tenant its own events, with their messages, and passes over those of others", () =>
    Effect.gen(function* () {
      const store = yield* eventQueries
      const ours = yield* happened({ to: ["ada@example.com"] })
      const theirs = yield* happened({
        tenant_id: "tn_b",
        to: times(700, (index) => `u${String(index)}@example.com`)
      })
      const later = yield* happened({ at: noon + hour })
      assert.deepEqual((yield* tail()).found, [...ours, ...later])
      assert.deepEqual((yield* tail(0, ["tn_b"])).found, theirs)
      assert.deepEqual((yield* tail(0, ["tn_a", "tn_b"])).found, [...ours, ...theirs, ...later])
      assert.deepEqual((yield* tail(0, [])).found, [])
      const {
        events: [first]
      } = yield* (yield* makeEventTail).after(["tn_a"], 0, yield* store.head)
      assert.deepEqual(
        [first?.event.type, first?.email.recipient_email],
        ["email.sent", "ada@example.com"]
      )
      assert.equal(yield* store.positionOf("tn_b", ours[0] ?? ""), undefined)
      assert.equal(yield* store.positionOf("tn_a", eventIdAt(noon)), undefined)
    }))
})
