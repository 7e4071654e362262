import {
  PreferenceStore,
  type RecipientSuppression,
  suppressionQueries,
  TenantStore
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { addTenant, minute, noon, queued } from "./fixtures.js"
import { suite } from "./suite.js"
import { addTopic, aTopic } from "./topics.js"

const suppressed = (reason: string, topic: string | null, added_at = noon, tenant_id = "tn_a") =>
  Effect.flatMap(suppressionQueries, (store) =>
    store.insert({
      tenant_id,
      folded: "ada@example.com",
      email_address: "Ada@Example.com",
      reason,
      added_at,
      topic
    })
  )

const byTopic = (found: ReadonlyArray<RecipientSuppression> = []) =>
  [...found]
    .sort((a, b) => ((a.topic ?? "") < (b.topic ?? "") ? -1 : 1))
    .map(({ added_at, reason, topic }) => [topic, reason, added_at])

/** Tests of the port `PreferenceStore`. */
export const preferences = suite("PreferenceStore", (test) => {
  const store = PreferenceStore

  const message = Effect.gen(function* () {
    for (const id of ["news", "offers"]) yield* addTopic(id)
    const [id = ""] = yield* queued({ to: ["Ada@Example.com"], topic: "news" })
    return id
  })

  test("returns a message's recipient and topic, its tenant's topics, and what is suppressed for this recipient", () =>
    Effect.gen(function* () {
      const { find } = yield* store
      const id = yield* message
      yield* addTopic("theirs", { tenant_id: "tn_b" })
      assert.deepEqual(yield* find(id), {
        email_id: id,
        tenant_id: "tn_a",
        recipient: "Ada@Example.com",
        topic: "news",
        topics: [aTopic("news"), aTopic("offers")],
        suppressed: []
      })
      yield* suppressed("manual", "offers")
      yield* suppressed("complaint", null, noon + 1)
      yield* suppressed("manual", null, noon, "tn_b")
      assert.deepEqual(byTopic((yield* find(id))?.suppressed), [
        [null, "complaint", noon + 1],
        ["offers", "manual", noon]
      ])
      const [plain = ""] = yield* queued({ tenant_id: "tn_b", to: ["bob@example.com"] })
      assert.deepEqual(yield* find(plain), {
        email_id: plain,
        tenant_id: "tn_b",
        recipient: "bob@example.com",
        topic: null,
        topics: [aTopic("theirs", { tenant_id: "tn_b" })],
        suppressed: []
      })
      assert.equal(yield* find("em_none"), undefined)
    }))

  test("suppresses with the reason unsubscribe, and releases only what has this reason", () =>
    Effect.gen(function* () {
      const { change } = yield* store
      const id = yield* message
      yield* suppressed("manual", "offers")
      const both = { suppress: ["news", "offers", null], release: [] }
      const after = yield* change(id, () => both, noon + minute)
      const expected = [
        [null, "unsubscribe", noon + minute],
        ["news", "unsubscribe", noon + minute],
        ["offers", "manual", noon]
      ]
      assert.deepEqual(byTopic(after?.suppressed), expected)
      assert.deepEqual(
        byTopic((yield* change(id, () => both, noon + 2 * minute))?.suppressed),
        expected
      )
      const released = yield* change(id, () => ({ suppress: [], release: ["offers", null] }), noon)
      assert.deepEqual(byTopic(released?.suppressed), [
        ["news", "unsubscribe", noon + minute],
        ["offers", "manual", noon]
      ])
      assert.equal(yield* change("em_none", () => both, noon), undefined)
    }))

  test("decides with what is stored, and doesn't touch other addresses and tenants", () =>
    Effect.gen(function* () {
      const { change } = yield* store
      const id = yield* message
      yield* suppressed("unsubscribe", "news")
      yield* suppressed("unsubscribe", "news", noon, "tn_b")
      const suppressions = yield* suppressionQueries
      yield* suppressions.insert({
        tenant_id: "tn_a",
        folded: "bob@example.com",
        email_address: "bob@example.com",
        reason: "unsubscribe",
        added_at: noon,
        topic: "news"
      })
      const after = yield* change(
        id,
        (before) => ({ suppress: [], release: before.suppressed.map(({ topic }) => topic) }),
        noon
      )
      assert.deepEqual(after?.suppressed, [])
      assert.equal((yield* suppressions.find("tn_a", "bob@example.com")).length, 1)
      assert.equal((yield* suppressions.find("tn_b", "ada@example.com")).length, 1)
    }))

  test("doesn't know messages of a tenant that was marked as removed", () =>
    Effect.gen(function* () {
      const { change, find } = yield* store
      yield* addTenant("tn_a", { name: "acme" })
      const id = yield* message
      yield* Effect.flatMap(TenantStore, (tenants) => tenants.markRemoved("acme", noon))
      assert.equal(yield* find(id), undefined)
      assert.equal(yield* change(id, () => ({ suppress: [null], release: [] }), noon), undefined)
    }))
})
