import { type TopicRecord, TopicStore } from "@telemark/core"
import { Effect, Result } from "effect"
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
  Effect.flatMap(TopicStore, (store) =>
    Effect.map(store.insert(aTopic(id, overrides), 100), (outcome) => {
      assert.equal(outcome, "inserted")
    })
  )

/** Tests of the port `TopicStore`. */
export const topics = suite("TopicStore", (test) => {
  const store = TopicStore
  const full = aTopic("news-letter_1", {
    name: "Zażółć 😀",
    description: "Once\na month",
    translations: {
      de: { name: "Rundbrief", description: null },
      "pt-BR": { name: "B", description: "ü" }
    }
  })

  test("returns what was inserted, every member as given, in the order of creation", () =>
    Effect.gen(function* () {
      const { find, list } = yield* store
      yield* addTopic(full.id, full)
      yield* addTopic("b")
      yield* addTopic("a")
      yield* addTopic("z", { created_at: noon - 1 })
      yield* addTopic("theirs", { tenant_id: "tn_b" })
      assert.deepEqual(yield* find("tn_a", full.id), full)
      assert.equal(yield* find("tn_b", full.id), undefined)
      assert.deepEqual(
        (yield* list("tn_a")).map(({ id }) => id),
        ["z", "a", "b", full.id]
      )
      assert.deepEqual(
        (yield* list("tn_b")).map(({ id }) => id),
        ["theirs"]
      )
    }))

  test("refuses an id that the tenant has, and more than the maximum, also under concurrency", () =>
    Effect.gen(function* () {
      const { insert, list } = yield* store
      yield* addTenant("tn_a")
      const same = yield* together(
        times(5, (index) => insert(aTopic("a", { name: String(index) }), 10))
      )
      assert.deepEqual([...same].sort(), ["exists", "exists", "exists", "exists", "inserted"])
      const others = yield* together(times(8, (index) => insert(aTopic(`b${String(index)}`), 4)))
      assert.deepEqual([...others].sort(), [
        ...times(5, () => "full"),
        ...times(3, () => "inserted")
      ])
      assert.equal((yield* list("tn_a")).length, 4)
      assert.equal(yield* insert(aTopic("a"), 4), "exists")
      assert.equal(yield* insert(aTopic("a", { tenant_id: "tn_b" }), 4), "inserted")
    }))

  test("applies concurrent changes one after the other, and none that is refused", () =>
    Effect.gen(function* () {
      const { find, update } = yield* store
      yield* addTopic("a", { name: "" })
      const letters = times(10, (index) => String.fromCharCode(97 + index))
      yield* together(
        letters.map((letter) =>
          update("tn_a", "a", (topic) => Result.succeed({ ...topic, name: topic.name + letter }))
        )
      )
      assert.equal(
        Array.from((yield* find("tn_a", "a"))?.name ?? "")
          .sort()
          .join(""),
        letters.join("")
      )
      const changed = { ...aTopic("a"), description: "d", translations: full.translations }
      assert.deepEqual(
        yield* update("tn_a", "a", () => Result.succeed(changed)),
        Result.succeed(changed)
      )
      assert.deepEqual(yield* update("tn_a", "a", () => Result.fail("no")), Result.fail("no"))
      assert.deepEqual(yield* find("tn_a", "a"), changed)
      assert.equal(yield* update("tn_b", "a", Result.succeed), undefined)
    }))

  test("removes a topic once, and no other tenant's", () =>
    Effect.gen(function* () {
      const { find, remove } = yield* store
      yield* addTopic("a")
      assert.equal(yield* remove("tn_b", "a"), false)
      assert.equal(yield* remove("tn_a", "a"), true)
      assert.equal(yield* remove("tn_a", "a"), false)
      assert.equal(yield* find("tn_a", "a"), undefined)
    }))
})
