import { foldAddress } from "@telemark/contract"
import {
  makeSelectSuppressions,
  makeWriteSuppressions,
  type SuppressionFilter,
  suppressionQueries,
  type SuppressionRecord
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

const statements = Effect.gen(function* () {
  return {
    ...(yield* suppressionQueries),
    insertMany: yield* makeWriteSuppressions,
    list: yield* makeSelectSuppressions
  }
})

/** Stores, finds, lists and removes them. */
export const suppressions = suite("Suppressions", (test) => {
  const entry = (
    email_address: string,
    overrides: Partial<SuppressionRecord> = {}
  ): SuppressionRecord => ({
    tenant_id: "tn_a",
    folded: foldAddress(email_address),
    email_address,
    reason: "manual",
    added_at: noon,
    topic: null,
    ...overrides
  })

  test("stores the first entry of an address, also under concurrency", () =>
    Effect.gen(function* () {
      const store = yield* statements
      const inserted = yield* together(
        times(5, (index) => store.insert(entry("Ada@example.com", { added_at: noon + index })))
      )
      assert.equal(inserted.filter(Boolean).length, 1)
      const first = entry("Ada@example.com", { added_at: noon + inserted.indexOf(true) })
      assert.deepEqual(yield* store.find("tn_a", "ada@example.com"), [first])
      assert.equal(yield* store.insert(entry("ADA@example.com", { reason: "complaint" })), false)
      assert.deepEqual(yield* store.find("tn_a", "ada@example.com"), [first])
    }))

  test("lists newest first, and those of one instant by address, descending", () =>
    Effect.gen(function* () {
      const store = yield* statements
      for (const one of [
        entry("b@example.com"),
        entry("c@example.com"),
        entry("a@example.com", { added_at: noon + 1 })
      ]) {
        yield* store.insert(one)
      }
      const list = (limit: number, offset: number) =>
        Effect.map(store.list("tn_a", { limit, offset }), (found) =>
          found.map(({ folded }) => folded)
        )
      assert.deepEqual(yield* list(10, 0), ["a@example.com", "c@example.com", "b@example.com"])
      assert.deepEqual(yield* list(1, 1), ["c@example.com"])
    }))

  test("removes an entry once", () =>
    Effect.gen(function* () {
      const store = yield* statements
      yield* store.insert(entry("ada@example.com"))
      assert.equal(yield* store.remove("tn_a", ["ada@example.com"], null), true)
      assert.equal(yield* store.remove("tn_a", ["ada@example.com"], null), false)
      assert.deepEqual(yield* store.find("tn_a", "ada@example.com"), [])
      assert.equal(yield* store.insert(entry("ada@example.com")), true)
    }))

  test("stores an entry for the whole address and for each topic, and removes one of them", () =>
    Effect.gen(function* () {
      const store = yield* statements
      const [whole, news, offers] = [
        entry("ada@example.com"),
        entry("ada@example.com", { topic: "news", reason: "unsubscribe" }),
        entry("ada@example.com", { topic: "offers" })
      ]
      for (const one of [offers, whole, news]) assert.equal(yield* store.insert(one), true)
      for (const one of [offers, whole, news])
        assert.equal(yield* store.insert({ ...one, reason: "later" }), false)
      assert.deepEqual(yield* store.find("tn_a", "ada@example.com"), [whole, news, offers])
      assert.equal(yield* store.remove("tn_a", ["ada@example.com"], "news"), true)
      assert.equal(yield* store.remove("tn_a", ["ada@example.com"], "news"), false)
      assert.deepEqual(yield* store.find("tn_a", "ada@example.com"), [whole, offers])
      assert.equal(yield* store.remove("tn_a", ["ada@example.com"], null), true)
      assert.deepEqual(yield* store.find("tn_a", "ada@example.com"), [offers])
    }))

  test("lists the entries of one topic, in the same order", () =>
    Effect.gen(function* () {
      const store = yield* statements
      for (const [address, topic, later] of [
        ["a", "news", 0],
        ["b", "news", 0],
        ["a", null, 0],
        ["a", "offers", 1],
        ["c", "news", 1]
      ] as const) {
        yield* store.insert(entry(`${address}@example.com`, { topic, added_at: noon + later }))
      }
      const list = (topic?: string, limit = 10, offset = 0) =>
        Effect.map(store.list("tn_a", { limit, offset }, { topic }), (found) =>
          found.map((one) => `${one.folded.slice(0, 1)} ${String(one.topic)}`)
        )
      assert.deepEqual(yield* list(), ["c news", "a offers", "b news", "a news", "a null"])
      assert.deepEqual(yield* list("news"), ["c news", "b news", "a news"])
      assert.deepEqual(yield* list("news", 1, 1), ["b news"])
      assert.deepEqual(yield* list("none"), [])
    }))

  test("lists what matches all filters: the beginning of an address, whether rare or common, the reason and the topic", () =>
    Effect.gen(function* () {
      const store = yield* statements
      const many = times(1200, (index) =>
        entry(`u${String(index).padStart(4, "0")}@example.com`, {
          added_at: noon + index,
          reason: index % 100 === 0 ? "complaint" : "bounce",
          topic: index % 2 === 0 ? null : "news"
        })
      )
      yield* store.insertMany(many)
      yield* store.insertMany([
        entry("ada@example.com", { reason: "x".repeat(1000) }),
        entry("ada@example.com", { reason: "x".repeat(999), topic: "news" })
      ])
      const list = (filter: SuppressionFilter, limit = 3, offset = 0) =>
        Effect.map(store.list("tn_a", { limit, offset }, filter), (found) =>
          found.map(({ folded }) => folded.replace("@example.com", ""))
        )
      assert.deepEqual(yield* list({ prefix: "u" }), ["u1199", "u1198", "u1197"])
      assert.deepEqual(yield* list({ prefix: "u" }, 1, 1199), ["u0000"])
      assert.deepEqual(yield* list({ prefix: "u000" }), ["u0009", "u0008", "u0007"])
      assert.deepEqual(yield* list({ prefix: "u0001@" }), ["u0001"])
      assert.deepEqual(yield* list({ prefix: "v" }), [])
      assert.deepEqual(yield* list({ prefix: "u", reason: "complaint" }), [
        "u1100",
        "u1000",
        "u0900"
      ])
      assert.deepEqual(yield* list({ prefix: "u01", reason: "complaint" }), ["u0100"])
      assert.deepEqual(yield* list({ prefix: "u", topic: "news" }, 2), ["u1199", "u1197"])
      assert.deepEqual(yield* list({ prefix: "u000", topic: "news" }, 2), ["u0009", "u0007"])
      assert.deepEqual(yield* list({ reason: "complaint", topic: "news" }), [])
      assert.deepEqual(yield* list({ reason: "x".repeat(1000) }), ["ada"])
      assert.deepEqual(yield* list({ reason: "bounce" }, 1), ["u1199"])
    }))

  test("goes on after an entry, whether or not it still exists", () =>
    Effect.gen(function* () {
      const store = yield* statements
      const all = ["d", "c", "b", "a"].flatMap((name) =>
        ["news", null].map((topic) => entry(`${name}@example.com`, { topic }))
      )
      yield* store.insertMany(all)
      const place = ({ folded, topic }: SuppressionRecord) =>
        `${folded.slice(0, 1)} ${String(topic)}`
      for (const filter of [{}, { prefix: "" }, { reason: "manual" }]) {
        const found: Array<string> = []
        let after: SuppressionRecord | undefined
        do {
          const page: ReadonlyArray<SuppressionRecord> = yield* store.list(
            "tn_a",
            { limit: 3, offset: 0, after },
            filter
          )
          found.push(...page.map(place))
          after = page.length < 3 ? undefined : page.at(-1)
        } while (after !== undefined)
        assert.deepEqual(found, all.map(place))
      }
      const wholeC = entry("c@example.com")
      assert.equal(yield* store.remove("tn_a", ["c@example.com"], null), true)
      assert.deepEqual(
        (yield* store.list("tn_a", { limit: 2, offset: 0, after: wholeC })).map(place),
        ["b news", "b null"]
      )
    }))

  test("inserts many together, and says how many were new", () =>
    Effect.gen(function* () {
      const store = yield* statements
      const first = entry("u1@example.com", { reason: "complaint" })
      yield* store.insert(first)
      const many = times(500, (index) => entry(`u${String(index)}@example.com`))
      assert.equal(yield* store.insertMany(many), 499)
      assert.equal(yield* store.insertMany(many), 0)
      assert.equal(yield* store.insertMany([]), 0)
      assert.deepEqual(yield* store.find("tn_a", "u1@example.com"), [first])
      assert.deepEqual(yield* store.find("tn_a", "u7@example.com"), [many[7]])
    }))

  test("isolates tenants", () =>
    Effect.gen(function* () {
      const store = yield* statements
      yield* store.insert(entry("ada@example.com"))
      assert.deepEqual(yield* store.find("tn_b", "ada@example.com"), [])
      assert.equal(yield* store.remove("tn_b", ["ada@example.com"], null), false)
      assert.deepEqual(yield* store.list("tn_b", { limit: 10, offset: 0 }), [])
      assert.equal(yield* store.insert(entry("ada@example.com", { tenant_id: "tn_b" })), true)
    }))
})
