import { timestamp, type UpdateWebhookEndpoint, type WebhookEndpoint } from "@telemark/contract"
import { webhookEndpointQueries } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { addTenant, minute, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"
import {
  createEndpoint,
  endpoint,
  found,
  leasedFor,
  pending,
  refused,
  removeEndpoint,
  settle,
  updateEndpoint
} from "./webhookFixtures.js"

/** Stores, changes and removes endpoints as a caller does. */
export const webhookEndpoints = suite("WebhookEndpoints", (test) => {
  const queries = webhookEndpointQueries

  const update = (id: number, change: UpdateWebhookEndpoint, now = noon + 1, tenantId = "tn_a") =>
    updateEndpoint(tenantId, id, change, now)

  const failing = Effect.gen(function* () {
    const made = yield* endpoint()
    yield* pending(made, 1)
    yield* settle(
      "w",
      (yield* leasedFor("w")).map((one) => refused(one, noon, noon + minute))
    )
    return yield* found(made)
  })

  test("returns what was inserted, every member as given", () =>
    Effect.gen(function* () {
      const { find } = yield* queries
      const full = yield* endpoint({
        url: "https://example.com/ü?a=1#b",
        events: ["email.sent", "email.unsubscribed"],
        active: false,
        former_secret: "before",
        former_secret_until: noon + minute,
        failing_since: noon - 1,
        disabled_reason: "gone",
        updated_at: noon + 1
      })
      const bare = yield* endpoint()
      assert.deepEqual(yield* find("tn_a", full.id), full)
      assert.deepEqual(yield* find("tn_a", bare.id), bare)
      assert.equal(yield* find("tn_b", bare.id), undefined)
      assert.equal(yield* find("tn_a", bare.id + 1), undefined)
    }))

  test("lists a tenant's endpoints, newest first, and no other tenant's", () =>
    Effect.gen(function* () {
      const { list } = yield* queries
      const first = yield* endpoint()
      const second = yield* endpoint()
      const older = yield* endpoint({ created_at: noon - 1 })
      const theirs = yield* endpoint({ tenant_id: "tn_b" })
      assert.deepEqual(yield* list("tn_a"), [second, first, older])
      assert.deepEqual(yield* list("tn_b"), [theirs])
      assert.deepEqual(yield* list("tn_c"), [])
    }))

  test("assigns no number twice, to any tenant, even after the endpoint with the highest one was removed", () =>
    Effect.gen(function* () {
      const { nextId } = yield* queries
      const given = yield* together(times(30, () => nextId))
      assert.equal(new Set(given).size, 30)
      assert.ok(given.every((id) => Number.isSafeInteger(id) && id > 0))
      const last = yield* endpoint()
      yield* removeEndpoint("tn_a", last.id)
      assert.ok((yield* nextId) > last.id)
    }))

  test("stores at most ten per tenant, also under concurrency, and more once some are removed", () =>
    Effect.gen(function* () {
      const { list } = yield* queries
      yield* addTenant("tn_a")
      yield* endpoint({ tenant_id: "tn_b" })
      const add = createEndpoint("tn_a", {
        url: "https://example.com/",
        events: ["email.sent"]
      }).pipe(
        Effect.as(true),
        Effect.catchTag("ValidationFailed", () => Effect.succeed(false))
      )
      const added = yield* together(times(25, () => add))
      assert.equal(added.filter((isIn) => isIn).length, 10)
      assert.equal((yield* list("tn_a")).length, 10)
      assert.equal(yield* add, false)
      const [first] = yield* list("tn_a")
      assert.equal(yield* removeEndpoint("tn_a", first?.id ?? 0), true)
      assert.equal(yield* add, true)
      assert.equal(yield* add, false)
    }))

  test("changes the given members and nothing else, and returns the whole endpoint", () =>
    Effect.gen(function* () {
      const made = yield* endpoint()
      const other = yield* endpoint()
      let expected = made
      let now = noon
      const changes: ReadonlyArray<Partial<Pick<WebhookEndpoint, "url" | "events" | "active">>> = [
        { url: "https://example.org/" },
        { events: ["email.sent", "email.failed"] },
        { active: false },
        {},
        { url: "https://example.net/", events: ["email.bounced"], active: true }
      ]
      for (const change of changes) {
        const { active, events, id, url } = expected
        assert.deepEqual(yield* update(made.id, change, ++now), {
          id,
          url,
          events,
          active,
          failing_since: null,
          disabled_reason: null,
          created_at: timestamp(noon),
          ...change
        })
        expected = { ...expected, ...change, updated_at: now }
        assert.deepEqual(yield* found(made), expected)
      }
      assert.deepEqual(yield* found(other), other)
    }))

  test("changes nothing of another tenant's endpoint, or of one that doesn't exist", () =>
    Effect.gen(function* () {
      const { rotateSecret } = yield* queries
      const made = yield* endpoint()
      yield* pending(made, 1)
      for (const [tenantId, id] of [
        ["tn_b", made.id],
        ["tn_a", made.id + 1]
      ] as const) {
        assert.equal(yield* update(id, { active: false }, noon + 1, tenantId), undefined)
        assert.equal(yield* rotateSecret(tenantId, id, "new", noon + 2, noon + 1), false)
        assert.equal(yield* removeEndpoint(tenantId, id), false)
      }
      assert.deepEqual(yield* found(made), made)
      assert.equal((yield* leasedFor("w")).length, 1)
    }))

  test("clears its failing state when it gets another URL or is made active, and not otherwise", () =>
    Effect.gen(function* () {
      const made = yield* failing
      assert.equal(made.failing_since, noon)
      const since = timestamp(noon)
      assert.equal((yield* update(made.id, { events: ["email.sent"] }))?.failing_since, since)
      assert.equal((yield* update(made.id, { url: made.url }))?.failing_since, since)
      assert.equal((yield* update(made.id, { url: "https://example.org/" }))?.failing_since, null)
      for (const change of [{ active: true }, { active: true, url: "https://example.net/" }]) {
        const gone = yield* endpoint({
          active: false,
          failing_since: noon - 1,
          disabled_reason: "gone"
        })
        const back = yield* update(gone.id, change)
        assert.deepEqual(
          [back?.active, back?.failing_since, back?.disabled_reason],
          [true, null, null]
        )
      }
      const off = yield* endpoint({
        active: false,
        failing_since: noon - 1,
        disabled_reason: "failing"
      })
      const still = yield* update(off.id, { events: ["email.sent"] })
      assert.deepEqual(
        [still?.active, still?.failing_since, still?.disabled_reason],
        [false, timestamp(noon - 1), "failing"]
      )
    }))

  test("drops the pending events of an endpoint that is made inactive or removed, and of no other, even once it is active again", () =>
    Effect.gen(function* () {
      const [off, gone, stays] = [yield* endpoint(), yield* endpoint(), yield* endpoint()]
      for (const one of [off, gone, stays]) yield* pending(one, 3)
      yield* update(off.id, { active: false })
      yield* update(off.id, { active: true })
      yield* update(stays.id, { active: true, url: "https://example.org/" })
      assert.equal(yield* removeEndpoint("tn_a", gone.id), true)
      assert.equal(yield* removeEndpoint("tn_a", gone.id), false)
      assert.deepEqual(
        (yield* leasedFor("w")).map((one) => one.endpoint.id),
        times(3, () => stays.id)
      )
      yield* pending(off, 1, noon + 1)
      assert.deepEqual(
        (yield* leasedFor("w", noon + 1)).map((one) => one.endpoint.id),
        [off.id]
      )
    }))

  test("makes the present secret the former one", () =>
    Effect.gen(function* () {
      const { rotateSecret } = yield* queries
      const made = yield* endpoint({ secret: "first" })
      const other = yield* endpoint()
      assert.equal(yield* rotateSecret("tn_a", made.id, "second", noon + minute, noon + 1), true)
      const rotated = {
        ...made,
        secret: "second",
        former_secret: "first",
        former_secret_until: noon + minute,
        updated_at: noon + 1
      }
      assert.deepEqual(yield* found(made), rotated)
      assert.equal(yield* rotateSecret("tn_a", made.id, "third", noon + 2 * minute, noon + 2), true)
      assert.deepEqual(yield* found(made), {
        ...rotated,
        secret: "third",
        former_secret: "second",
        former_secret_until: noon + 2 * minute,
        updated_at: noon + 2
      })
      assert.deepEqual(yield* found(other), other)
    }))
})
