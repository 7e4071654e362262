import { type TopicRecord, topicQueries, Topics } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { addTenant, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

export const aTopic = (id: string, overrides: Partial<TopicRecord> = {}): TopicRecord => ({
  tenant_id: "tn_a",
  id,
  name: `Topic ${id}`,
  description: null,
  translations: {},
  created_at: noon,
  ...overrides
})

export const addTopic = (id: string, overrides: Partial<TopicRecord> = {}) =>
  Effect.flatMap(topicQueries, (queries) =>
    Effect.map(queries.insert(aTopic(id, overrides)), (inserted) => {
      assert.equal(inserted, true)
    })
  )

/** Creates, lists, changes and removes them as a caller does. */
export const topics = suite("Topics", (test) => {
  const provided = Effect.provide(Topics.layer)

  test("returns what was created, every member as given, in the order of creation", () =>
    provided(
      Effect.gen(function* () {
        const { create, list, remove } = yield* Topics
        const full = {
          id: "news-letter_1",
          name: "Zażółć 😀",
          description: "Once\na month",
          translations: {
            de: { name: "Rundbrief", description: null },
            "pt-BR": { name: "B", description: "ü" }
          }
        }
        yield* addTenant("tn_a")
        yield* addTopic("b")
        yield* addTopic("a")
        yield* addTopic("z", { created_at: noon - 1 })
        yield* addTopic("theirs", { tenant_id: "tn_b" })
        const { created_at, ...created } = yield* create("tn_a", full)
        assert.deepEqual(created, full)
        const listed = (yield* list("tn_a")).data
        assert.deepEqual(
          listed.map(({ id }) => id),
          ["z", "a", "b", full.id]
        )
        assert.deepEqual(listed.at(-1), { ...full, created_at })
        assert.deepEqual(
          (yield* list("tn_b")).data.map(({ id }) => id),
          ["theirs"]
        )
        yield* remove("tn_b", "theirs")
      })
    ))

  test("refuses an id that the tenant has, and more than a hundred, also under concurrency", () =>
    provided(
      Effect.gen(function* () {
        const { create, list } = yield* Topics
        const outcome = (id: string, tenant = "tn_a") =>
          Effect.match(create(tenant, { id, name: id }), {
            onFailure: (error) => (error._tag === "ValidationFailed" ? "full" : error._tag),
            onSuccess: () => "created"
          })
        yield* addTenant("tn_a")
        yield* addTenant("tn_b")
        const same = yield* together(times(5, () => outcome("a")))
        assert.deepEqual([...same].sort(), [...times(4, () => "TopicExists"), "created"])
        yield* Effect.forEach(times(96, String), (id) => addTopic(`t${id}`))
        const others = yield* together(times(8, (index) => outcome(`b${String(index)}`)))
        assert.deepEqual([...others].sort(), [
          ...times(3, () => "created"),
          ...times(5, () => "full")
        ])
        assert.equal((yield* list("tn_a")).data.length, 100)
        assert.equal(yield* outcome("a"), "TopicExists")
        assert.equal(yield* outcome("a", "tn_b"), "created")
      })
    ))

  test("applies concurrent changes one after the other, and none that is refused", () =>
    provided(
      Effect.gen(function* () {
        const { list, update } = yield* Topics
        yield* addTopic("a")
        const languages = ["de", "fr", "it", "nl", "pl", "pt", "sv", "da", "fi", "cs"]
        yield* together(
          languages.map((tag) => update("tn_a", "a", { translations: { [tag]: { name: tag } } }))
        )
        const translationsNow = Effect.map(list("tn_a"), ({ data }) => data[0]?.translations ?? {})
        const translated = Object.fromEntries(
          languages.map((tag) => [tag, { name: tag, description: null }])
        )
        assert.deepEqual(yield* translationsNow, translated)
        const tooMany = Object.fromEntries(
          times(200, (index) => [`x-l${String(index)}`, { name: "" }])
        )
        assert.equal(
          (yield* Effect.flip(update("tn_a", "a", { translations: tooMany })))._tag,
          "ValidationFailed"
        )
        assert.deepEqual(yield* translationsNow, translated)
        assert.equal((yield* Effect.flip(update("tn_b", "a", { name: "b" })))._tag, "NotFound")
      })
    ))

  test("removes a topic once, and no other tenant's", () =>
    provided(
      Effect.gen(function* () {
        const { list, remove } = yield* Topics
        yield* addTopic("a")
        const outcome = (tenant: string) =>
          Effect.match(remove(tenant, "a"), {
            onFailure: ({ _tag }) => _tag,
            onSuccess: () => "removed"
          })
        assert.equal(yield* outcome("tn_b"), "NotFound")
        assert.equal(yield* outcome("tn_a"), "removed")
        assert.equal(yield* outcome("tn_a"), "NotFound")
        assert.deepEqual((yield* list("tn_a")).data, [])
      })
    ))
})
