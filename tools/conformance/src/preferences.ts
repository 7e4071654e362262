import { NotFound } from "@telemark/contract"
import {
  Preferences,
  type RecipientPreferences,
  tenantQueries,
  suppressionQueries
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { at } from "./accounts.js"
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

/** What is suppressed for an address, as stored. */
const stored = (folded = "ada@example.com", tenant_id = "tn_a") =>
  Effect.map(
    Effect.flatMap(suppressionQueries, ({ find }) => find(tenant_id, folded)),
    (found) => found.map(({ added_at, reason, topic }) => [topic, reason, added_at])
  )

const reasons = ({ all, topics }: RecipientPreferences) => [
  [null, all.reason],
  ...topics.map(({ id, reason }) => [id, reason])
]

/** Reads and changes them as the pages that mail leads to do. */
export const preferences = suite("Preferences", (test) => {
  const provided = Effect.provide(Preferences.layer)

  const message = Effect.gen(function* () {
    for (const id of ["news", "offers"]) yield* addTopic(id)
    const [id = ""] = yield* queued({ to: ["Ada@Example.com"], topic: "news" })
    return id
  })

  test("returns a message's recipient and topic, its tenant's topics, and what is suppressed for this recipient", () =>
    provided(
      Effect.gen(function* () {
        const { find } = yield* Preferences
        const id = yield* message
        yield* addTopic("theirs", { tenant_id: "tn_b" })
        const subscribed = { subscribed: true, reason: null }
        assert.deepEqual(yield* find(id), {
          email_id: id,
          tenant_id: "tn_a",
          recipient: "Ada@Example.com",
          topic: "news",
          subscribed: true,
          topics: [
            { ...aTopic("news"), ...subscribed },
            { ...aTopic("offers"), ...subscribed }
          ],
          all: subscribed
        })
        yield* suppressed("manual", "offers")
        yield* suppressed("complaint", null, noon + 1)
        yield* suppressed("manual", null, noon, "tn_b")
        assert.deepEqual(reasons(yield* find(id)), [
          [null, "complaint"],
          ["news", null],
          ["offers", "manual"]
        ])
        const [plain = ""] = yield* queued({ tenant_id: "tn_b", to: ["bob@example.com"] })
        assert.deepEqual(yield* find(plain), {
          email_id: plain,
          tenant_id: "tn_b",
          recipient: "bob@example.com",
          topic: null,
          subscribed: true,
          topics: [{ ...aTopic("theirs", { tenant_id: "tn_b" }), ...subscribed }],
          all: subscribed
        })
        assert.ok((yield* Effect.flip(find(`em_${"f".repeat(32)}`))) instanceof NotFound)
      })
    ))

  test("suppresses with the reason unsubscribe, and releases only what has this reason", () =>
    provided(
      Effect.gen(function* () {
        const { setPreferences } = yield* Preferences
        const id = yield* message
        yield* suppressed("manual", "offers")
        const none = { topics: { news: false, offers: false }, all: false }
        yield* at(noon + minute)(setPreferences(id, none))
        const expected = [
          [null, "unsubscribe", noon + minute],
          ["news", "unsubscribe", noon + minute],
          ["offers", "manual", noon]
        ]
        assert.deepEqual(yield* stored(), expected)
        const again = yield* at(noon + 2 * minute)(setPreferences(id, none))
        assert.deepEqual(
          reasons(again),
          expected.map(([topic, reason]) => [topic, reason])
        )
        assert.deepEqual(yield* stored(), expected)
        const wanted = { topics: { offers: true }, all: true }
        assert.deepEqual(reasons(yield* setPreferences(id, wanted)), [
          [null, null],
          ["news", "unsubscribe"],
          ["offers", "manual"]
        ])
        assert.deepEqual(yield* stored(), expected.slice(1))
        const failed = yield* Effect.flip(setPreferences(`em_${"f".repeat(32)}`, none))
        assert.ok(failed instanceof NotFound)
      })
    ))

  test("takes back what is stored, and doesn't touch other addresses and tenants", () =>
    provided(
      Effect.gen(function* () {
        const { undo } = yield* Preferences
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
        assert.equal((yield* undo(id)).subscribed, true)
        assert.deepEqual(yield* stored(), [])
        assert.equal((yield* stored("bob@example.com")).length, 1)
        assert.equal((yield* stored("ada@example.com", "tn_b")).length, 1)
      })
    ))

  test("doesn't know messages of a tenant that was marked as removed", () =>
    provided(
      Effect.gen(function* () {
        const { find, setPreferences } = yield* Preferences
        yield* addTenant("tn_a", { name: "acme" })
        const id = yield* message
        yield* find(id)
        yield* Effect.flatMap(tenantQueries, (tenants) => tenants.markRemoved("acme", noon))
        for (const one of [find(id), setPreferences(id, { all: false })])
          assert.ok((yield* Effect.flip(one)) instanceof NotFound)
        assert.deepEqual(yield* stored(), [])
      })
    ))
})
