import { TemplateStore } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { ids, noon, times, together } from "./fixtures.js"
import { type Conformance, suite } from "./suite.js"
import { aContent, contentOf, created, keyOf, versionOf } from "./templateFixtures.js"
import { templateVersions } from "./templateVersions.js"

const records = suite("TemplateStore", (test) => {
  const welcome = {
    tenant_id: "tn_a",
    id: "welcome",
    name: "Welcome",
    subject_template: "Welcome, {{name}}",
    active: true,
    version: 1,
    created_at: noon,
    updated_at: noon
  }

  test("stores a new template as version 1", () =>
    Effect.gen(function* () {
      const store = yield* TemplateStore
      assert.deepEqual(yield* store.create(keyOf("welcome"), aContent(), noon), welcome)
      assert.deepEqual(yield* store.find(keyOf("welcome")), welcome)
      assert.deepEqual(contentOf(yield* versionOf("welcome", 1)), aContent())
      assert.equal((yield* versionOf("welcome", 1)).created_at, noon)
    }))

  test("creates one of an id once, also under concurrency, and doesn't change an existing one", () =>
    Effect.gen(function* () {
      const store = yield* TemplateStore
      const made = yield* together(
        times(20, (index) =>
          store.create(keyOf("welcome"), aContent({ name: `No ${String(index)}` }), noon + index)
        )
      )
      assert.deepEqual(
        made.filter((record) => record !== undefined),
        [yield* store.find(keyOf("welcome"))]
      )
      assert.equal(
        yield* store.create(keyOf("welcome"), aContent({ name: "Late" }), noon + 99),
        undefined
      )
      const kept = made.find((record) => record !== undefined)
      assert.deepEqual(yield* store.find(keyOf("welcome")), kept)
      assert.equal((yield* versionOf("welcome", 1)).name, kept?.name)
      assert.equal((yield* store.listVersions(keyOf("welcome"))).length, 1)
    }))

  test("revives a deactivated template as its next version, with its original creation time, once", () =>
    Effect.gen(function* () {
      const store = yield* TemplateStore
      yield* created("welcome")
      assert.equal(yield* store.deactivate(keyOf("welcome"), noon + 1), true)
      const content = aContent({ name: "Back", subject_template: "Again" })
      const made = yield* together(
        times(20, () => store.create(keyOf("welcome"), content, noon + 2))
      )
      const revived = {
        ...welcome,
        name: "Back",
        subject_template: "Again",
        version: 2,
        updated_at: noon + 2
      }
      assert.deepEqual(
        made.filter((record) => record !== undefined),
        [revived]
      )
      assert.deepEqual(yield* store.find(keyOf("welcome")), revived)
      assert.deepEqual(contentOf(yield* versionOf("welcome", 1)), aContent())
      assert.deepEqual(contentOf(yield* versionOf("welcome", 2)), content)
    }))

  test("deactivates, and keeps deactivated templates deactivated", () =>
    Effect.gen(function* () {
      const store = yield* TemplateStore
      assert.equal(yield* store.deactivate(keyOf("welcome"), noon), false)
      yield* created("welcome")
      assert.equal(yield* store.deactivate(keyOf("welcome"), noon + 1), true)
      assert.equal(yield* store.deactivate(keyOf("welcome"), noon + 2), true)
      assert.deepEqual(yield* store.find(keyOf("welcome")), {
        ...welcome,
        active: false,
        updated_at: noon + 1
      })
    }))

  test("lists newest first, and those of one instant by id, descending, including deactivated ones", () =>
    Effect.gen(function* () {
      const store = yield* TemplateStore
      yield* created("b", {}, 1)
      yield* created("newest", {}, 2)
      yield* created("B", {}, 1)
      yield* created("a", {}, 1)
      yield* created("oldest")
      yield* store.deactivate(keyOf("b"), noon + 3)
      yield* store.save(keyOf("oldest"), () => aContent({ name: "Saved last" }), noon + 4)
      const listed = yield* store.list("tn_a")
      assert.deepEqual(ids(listed), ["newest", "b", "a", "B", "oldest"])
      assert.deepEqual(
        listed.map(({ active }) => active),
        [true, false, true, true, true]
      )
      assert.deepEqual(listed.at(-1), yield* store.find(keyOf("oldest")))
    }))

  test("returns to each of many concurrent look-ups its own template", () =>
    Effect.gen(function* () {
      const store = yield* TemplateStore
      yield* together(times(50, (index) => created(`t${String(index)}`)))
      const wanted = times(200, (index) => `t${String(index % 60)}`)
      const found = yield* together(wanted.map((id) => store.find(keyOf(id))))
      assert.deepEqual(
        found.map((record) => record?.id),
        wanted.map((id) => (Number(id.slice(1)) < 50 ? id : undefined))
      )
    }))

  test("isolates tenants", () =>
    Effect.gen(function* () {
      const store = yield* TemplateStore
      yield* created("welcome")
      const other = keyOf("welcome", "tn_b")
      assert.equal(yield* store.find(other), undefined)
      assert.equal(yield* store.findVersion(other, 1), undefined)
      assert.equal(yield* store.save(other, () => aContent({ name: "Theirs" }), noon), undefined)
      assert.equal(yield* store.deactivate(other, noon), false)
      assert.deepEqual(yield* store.list("tn_b"), [])
      assert.deepEqual(yield* store.listVersions(other), [])
      assert.equal((yield* store.create(other, aContent({ name: "Theirs" }), noon))?.version, 1)
      assert.deepEqual(yield* store.find(keyOf("welcome")), welcome)
      const found = yield* together([keyOf("welcome"), other].map(store.find))
      assert.deepEqual(
        found.map((record) => record?.name),
        ["Welcome", "Theirs"]
      )
    }))
})

/** Tests of the port `TemplateStore`. */
export const templates: Conformance = (...storage) => {
  for (const part of [records, templateVersions]) part(...storage)
}
