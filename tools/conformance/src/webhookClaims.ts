// All that one method promises: its tests share the endpoints and what waits for them.
import { type EmailEvent, timestamp } from "@telemark/contract"
import {
  makeRetention,
  uuidOfId,
  type WebhookEndpointRecord,
  webhookQueueQueries
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import {
  claim,
  hour,
  listed,
  minute,
  noon,
  queued,
  record,
  settlement,
  times,
  together
} from "./fixtures.js"
import { suite } from "./suite.js"
import {
  endpoint,
  enqueue,
  eventIds,
  found,
  keyOf,
  leasedFor,
  leasedOne,
  pending,
  perEndpoint,
  refused,
  removeEndpoint,
  settle,
  taken,
  updateEndpoint
} from "./webhookFixtures.js"

export const webhookClaims = suite("WebhookQueue.claim", (test) => {
  const names = (claimed: Parameters<typeof perEndpoint>[0]) => claimed.map(({ event }) => event.id)

  test("returns the endpoint as stored and the event with its message, and counts the attempt", () =>
    Effect.gen(function* () {
      const made = yield* endpoint({
        former_secret: "before",
        former_secret_until: noon + hour,
        failing_since: noon - 1
      })
      const [email_id = ""] = yield* queued({
        to: ["Ada@example.com"],
        template_id: "welcome",
        metadata: { order: 7, deep: { text: "ü" } }
      })
      const [message] = yield* claim("w", 1, noon)
      assert.ok(message !== undefined)
      const data = { status: "sent", attempts: 1, smtp_response: "250 ok", error_message: null }
      const event = { id: "evt_1", type: "email.sent", data } as const
      yield* record("w", [settlement(message, noon + 1, { event })])
      yield* enqueue(made, ["evt_1"])
      const [claimed] = yield* leasedFor("w")
      assert.deepEqual([claimed?.endpoint, claimed?.attempts], [made, 1])
      assert.deepEqual([claimed?.event.id, claimed?.event.type], ["evt_1", "email.sent"])
      const posted = JSON.parse(claimed?.posted().body ?? "") as EmailEvent
      assert.equal(posted.created_at, timestamp(noon + 1))
      assert.deepEqual(
        { ...posted.data, next_attempt_at: undefined, failure_code: undefined },
        {
          email_id,
          recipient: "Ada@example.com",
          sender: "shop@example.com",
          subject: "Hello",
          status: "sent",
          template_id: "welcome",
          metadata: { order: 7, deep: { text: "ü" } },
          tags: {},
          topic: null,
          attempts: 1,
          smtp_response: "250 ok",
          error_message: null,
          next_attempt_at: undefined,
          failure_code: undefined
        }
      )
    }))

  test("names messages by the first of their send to endpoints in Resend's form alone", () =>
    Effect.gen(function* () {
      const ours = yield* endpoint()
      const theirs = yield* endpoint({ format: "resend" })
      const to = ["ada@example.com", "bob@example.com"]
      yield* queued()
      const [first = "", second = ""] = yield* queued({ to, created_at: noon })
      const messages = yield* claim("w", 3, noon)
      const data = { status: "sent", attempts: 1 }
      yield* record(
        "w",
        messages.map((message, index) =>
          settlement(message, noon + 1, {
            event: { id: `evt_${String(index)}`, type: "email.sent", data }
          })
        )
      )
      yield* enqueue(ours, ["evt_0", "evt_1", "evt_2"])
      yield* enqueue(theirs, ["evt_0", "evt_1", "evt_2"])
      const claimed = yield* leasedFor("w")
      assert.equal(claimed.length, 6)
      const named = (of: WebhookEndpointRecord) =>
        claimed
          .filter(({ endpoint }) => endpoint.id === of.id)
          .map(({ posted }) => (JSON.parse(posted().body) as EmailEvent).data.email_id)
          .sort()
      const all = messages.map(({ id }) => id)
      assert.deepEqual(named(ours), [...all].sort())
      assert.deepEqual(named(theirs), all.map((id) => uuidOfId(id === second ? first : id)).sort())
    }))

  test("leases one event once for each endpoint that has it in its outbox", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* endpoint(), yield* endpoint()]
      const [event = ""] = yield* pending(first, 1)
      yield* enqueue(second, [event])
      const claimed = yield* leasedFor("w")
      assert.deepEqual(
        claimed.map((one) => one.event.id),
        [event, event]
      )
      assert.deepEqual(perEndpoint(claimed), [
        [first.id, 1],
        [second.id, 1]
      ])
      yield* settle(
        "w",
        claimed.slice(0, 1).map((one) => taken(one, noon))
      )
      assert.deepEqual(
        (yield* leasedFor("w", noon + minute)).map(keyOf),
        claimed.slice(1).map(keyOf)
      )
    }))

  test("claims nothing before it is due, what has been due longest first, and no more than requested", () =>
    Effect.gen(function* () {
      const made = yield* endpoint()
      const late = yield* pending(made, 2, noon + 2)
      const early = yield* pending(made, 2, noon)
      const middle = yield* pending(made, 1, noon + 1)
      assert.deepEqual(names(yield* leasedFor("w", noon - 1)), [])
      assert.deepEqual(names(yield* leasedFor("w", noon + 1, { limit: 2 })), early)
      assert.deepEqual(names(yield* leasedFor("w", noon + 1)), middle)
      assert.deepEqual(names(yield* leasedFor("w", noon + 2, { perEndpoint: 1 })), late.slice(0, 1))
      assert.deepEqual(names(yield* leasedFor("w", noon + 2, { limit: 0 })), [])
    }))

  test("claims for one endpoint as many as its maximum allows, however large the claim", () =>
    Effect.gen(function* () {
      const all = [
        yield* endpoint(),
        yield* endpoint(),
        yield* endpoint({ tenant_id: "tn_b" }),
        yield* endpoint({ tenant_id: "tn_b" })
      ]
      for (const one of all) yield* pending(one, 20)
      const [a = 0, b = 0, c = 0, d = 0] = all.map(({ id }) => id)
      const ofEndpoints = new Map([
        [a, 0],
        [b, 1],
        [c, 15]
      ])
      assert.deepEqual(perEndpoint(yield* leasedFor("w", noon, { ofEndpoints })), [
        [b, 1],
        [c, 15],
        [d, 10]
      ])
      assert.deepEqual(perEndpoint(yield* leasedFor("w", noon, { ofEndpoints, limit: 3 })), [
        [b, 1],
        [c, 1],
        [d, 1]
      ])
      assert.deepEqual(
        perEndpoint(
          yield* leasedFor("w", noon, {
            ofEndpoints: new Map([
              [b, 0],
              [c, 0],
              [d, 0]
            ])
          })
        ),
        [[a, 10]]
      )
    }))

  test("shares evenly among endpoints that all have more than enough, and gives unused shares to others", () =>
    Effect.gen(function* () {
      const all = yield* together(times(4, () => endpoint()))
      for (const one of all) yield* pending(one, 10)
      const poor = yield* endpoint()
      yield* pending(poor, 1)
      assert.deepEqual(
        perEndpoint(yield* leasedFor("w", noon, { limit: 21 })).map(([, count]) => count),
        [5, 5, 5, 5, 1]
      )
    }))

  test("lets endpoints take turns when there are more of them than a claim can return", () =>
    Effect.gen(function* () {
      const all = yield* together(
        times(9, (index) => endpoint({ tenant_id: `tn_${String(index)}` }))
      )
      for (const one of all) yield* pending(one, 3)
      const claims = [
        yield* leasedFor("w", noon, { limit: 3 }),
        yield* leasedFor("w", noon, { limit: 3 }),
        yield* leasedFor("w", noon, { limit: 3 })
      ]
      assert.deepEqual(
        perEndpoint(claims.flat()),
        all.map(({ id }) => [id, 1] as const).sort(([a], [b]) => a - b)
      )
    }))

  test("claims from more endpoints than one query reads", () =>
    Effect.gen(function* () {
      const all = yield* together(
        times(130, (index) => endpoint({ tenant_id: `tn_${String(index)}` }))
      )
      const events = yield* eventIds(2)
      for (const one of all) yield* enqueue(one, events)
      const claimed = yield* leasedFor("w", noon, { limit: 1000 })
      assert.equal(claimed.length, 260)
      assert.equal(new Set(claimed.map(({ endpoint: { id } }) => id)).size, 130)
    }))

  test("serves others although 100,000 events wait for one endpoint before theirs, both in turn and with that endpoint excluded", () =>
    Effect.gen(function* () {
      const flooded = yield* endpoint()
      for (const batch of times(10, (nth) => nth)) {
        yield* enqueue(
          flooded,
          times(10_000, (nth) => `evt_${String(10_000 * batch + nth).padStart(32, "0")}`),
          noon - hour
        )
      }
      const real = yield* pending(flooded, 1, noon - 2 * hour)
      const others = [yield* endpoint(), yield* endpoint({ tenant_id: "tn_b" })]
      for (const one of others) yield* pending(one, 12)
      const [b = 0, c = 0] = others.map(({ id }) => id)
      const claimed = yield* leasedFor("w", noon, { limit: 30 })
      assert.deepEqual(perEndpoint(claimed), [
        [flooded.id, 1],
        [b, 10],
        [c, 10]
      ])
      assert.ok(names(claimed).includes(real[0] ?? ""))
      assert.deepEqual(
        perEndpoint(
          yield* leasedFor("w", noon, { limit: 30, ofEndpoints: new Map([[flooded.id, 0]]) })
        ),
        [
          [b, 2],
          [c, 2]
        ]
      )
    }))

  test("never gives an event to two owners", () =>
    Effect.gen(function* () {
      const all = yield* together(
        times(5, (index) => endpoint({ tenant_id: `tn_${String(index)}` }))
      )
      for (const one of all) yield* pending(one, 40)
      const claimed = (yield* together(
        times(10, (index) => leasedFor(`w${String(index)}`, noon, { limit: 15, perEndpoint: 5 }))
      )).flat()
      const rest = yield* leasedFor("late", noon, { limit: 1000, perEndpoint: 1000 })
      const keys = [...claimed, ...rest].map((one) => `${String(one.endpoint.id)} ${one.event.id}`)
      assert.equal(keys.length, 200)
      assert.equal(new Set(keys).size, 200)
    }))

  test("drops events that were deleted or whose message was, and continues with the others", () =>
    Effect.gen(function* () {
      const retention = yield* makeRetention
      const made = yield* endpoint()
      yield* pending(made, 30)
      while ((yield* retention.removeEvents(noon + 1)) > 0);
      const kept = yield* pending(made, 1, noon + 1)
      assert.deepEqual(names(yield* leasedFor("w", noon + 1)), kept)
      yield* settle(
        "w",
        (yield* leasedFor("w", noon + hour)).map((one) => taken(one, noon + hour))
      )
      yield* pending(made, 2, noon + 2)
      while ((yield* retention.removeEmails(noon + 1)) > 0);
      assert.deepEqual(yield* listed(), [])
      assert.deepEqual(yield* leasedFor("w", noon + 2 * hour), [])
    }))

  test("leases nothing to endpoints that became inactive or were removed while it was in flight", () =>
    Effect.gen(function* () {
      const [off, gone, stays] = [yield* endpoint(), yield* endpoint(), yield* endpoint()]
      for (const one of [off, gone, stays]) yield* pending(one, 1)
      const claimed = yield* leasedFor("w")
      yield* updateEndpoint("tn_a", off.id, { active: false }, noon)
      yield* removeEndpoint("tn_a", gone.id)
      yield* settle(
        "w",
        claimed.map((one) => refused(one, noon, noon + minute))
      )
      assert.deepEqual(perEndpoint(yield* leasedFor("w", noon + hour)), [[stays.id, 1]])
      assert.equal((yield* found(off)).failing_since, null)
    }))

  test("counts attempts of each event at each endpoint, and waits until the next is due", () =>
    Effect.gen(function* () {
      const made = yield* endpoint()
      const [event = ""] = yield* pending(made, 1)
      yield* settle("w", [refused(yield* leasedOne("w"), noon, noon + minute)])
      assert.deepEqual(yield* leasedFor("w", noon + minute - 1), [])
      const again = yield* leasedOne("w", noon + minute)
      assert.deepEqual(
        [again.event.id, again.attempts, again.endpoint.failing_since],
        [event, 2, noon]
      )
      yield* settle("w", [refused(again, noon + minute, null)])
      assert.deepEqual(yield* leasedFor("w", noon + 24 * hour), [])
    }))

  test("enqueues an event again, due at once with its attempts reset, unless it is in flight", () =>
    Effect.gen(function* () {
      const queue = yield* webhookQueueQueries
      const made = yield* endpoint()
      const [later = "", inFlight = "", done = ""] = yield* pending(made, 3)
      const claimed = yield* leasedFor("w")
      const of = (id: string) => claimed.filter(({ event }) => event.id === id)
      yield* settle("w", [
        ...of(later).map((one) => refused(one, noon, noon + hour)),
        ...of(done).map((one) => taken(one, noon))
      ])
      yield* queue.enqueue(made, [done, inFlight, later, later], noon + 1)
      const again = yield* leasedFor("v", noon + 1)
      assert.deepEqual(
        again.map(({ attempts, event }) => [event.id, attempts]),
        [later, done].sort().map((id) => [id, 1])
      )
      yield* settle(
        "w",
        of(inFlight).map((one) => taken(one, noon + 2))
      )
      // The lease has run out, so the event isn't in flight any more.
      yield* queue.enqueue(made, [later, done], noon + hour)
      yield* settle(
        "v",
        again.map((one) => taken(one, noon + hour))
      )
      assert.deepEqual(
        (yield* leasedFor("u", noon + hour)).map(({ attempts }) => attempts),
        [1, 1]
      )
    }))

  test("enqueues nothing for endpoints that are inactive, removed or another tenant's, and treats an empty list as nothing to do", () =>
    Effect.gen(function* () {
      const queue = yield* webhookQueueQueries
      const events = yield* eventIds(1)
      const off = yield* endpoint({ active: false })
      const gone = yield* endpoint()
      yield* removeEndpoint("tn_a", gone.id)
      const theirs = yield* endpoint()
      yield* enqueue(off, events)
      yield* enqueue(gone, events)
      yield* queue.enqueue({ id: theirs.id, tenant_id: "tn_b" }, events, noon)
      yield* queue.enqueue(theirs, [], noon)
      assert.deepEqual(yield* leasedFor("w"), [])
      yield* updateEndpoint("tn_a", off.id, { active: true }, noon)
      assert.deepEqual(yield* leasedFor("w"), [])
    }))
})
