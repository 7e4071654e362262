import { makeRenderTemplate } from "@telemark/core"
import { Effect, Result } from "effect"
import assert from "node:assert/strict"
import { ids, noon, times, together } from "./fixtures.js"
import { type Conformance, suite } from "./suite.js"
import {
  aContent,
  aTemplate,
  contentOf,
  created,
  deactivated,
  failure,
  layerPlainEngine,
  recordOf,
  templatesAt,
  updated,
  versionOf,
  versionsOf
} from "./templateFixtures.js"
import { templateVersions } from "./templateVersions.js"

const records = suite("Templates", (test) => {
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
      assert.equal((yield* created("welcome")).version, 1)
      assert.deepEqual(yield* recordOf("welcome"), welcome)
      assert.deepEqual(contentOf(yield* versionOf("welcome", 1)), aContent())
      assert.equal((yield* versionOf("welcome", 1)).created_at, noon)
    }))

  test("creates one of an id once, also under concurrency, and doesn't change an existing one", () =>
    Effect.gen(function* () {
      const made = yield* together(
        times(20, (index) =>
          Effect.result(created("welcome", { name: `No ${String(index)}` }, index))
        )
      )
      assert.equal(made.filter(Result.isSuccess).length, 1)
      const winner = made.findIndex(Result.isSuccess)
      const kept = {
        ...welcome,
        name: `No ${String(winner)}`,
        created_at: noon + winner,
        updated_at: noon + winner
      }
      assert.deepEqual(yield* recordOf("welcome"), kept)
      assert.equal(yield* failure(created("welcome", { name: "Late" }, 99)), "TemplateExists")
      assert.deepEqual(yield* recordOf("welcome"), kept)
      assert.equal((yield* versionOf("welcome", 1)).name, kept.name)
      assert.deepEqual(yield* versionsOf("welcome"), [1])
    }))

  test("revives a deactivated template as its next version, with its original creation time, once", () =>
    Effect.gen(function* () {
      yield* created("welcome")
      yield* deactivated("welcome", noon + 1)
      const change = { name: "Back", subject_template: "Again" }
      const made = yield* together(times(20, () => Effect.result(created("welcome", change, 2))))
      assert.deepEqual(
        made.filter(Result.isSuccess).map(({ success }) => success.version),
        [2]
      )
      assert.deepEqual(yield* recordOf("welcome"), {
        ...welcome,
        ...change,
        version: 2,
        updated_at: noon + 2
      })
      assert.deepEqual(contentOf(yield* versionOf("welcome", 1)), aContent())
      assert.deepEqual(contentOf(yield* versionOf("welcome", 2)), aContent(change))
    }))

  test("deactivates, and keeps deactivated templates deactivated", () =>
    Effect.gen(function* () {
      assert.equal(yield* failure(deactivated("welcome", noon)), "NotFound")
      yield* created("welcome")
      yield* deactivated("welcome", noon + 1)
      yield* deactivated("welcome", noon + 2)
      assert.deepEqual(yield* recordOf("welcome"), {
        ...welcome,
        active: false,
        updated_at: noon + 1
      })
    }))

  test("lists newest first, and those of one instant by id, descending, including deactivated ones", () =>
    Effect.gen(function* () {
      yield* created("b", {}, 1)
      yield* created("newest", {}, 2)
      yield* created("B", {}, 1)
      yield* created("a", {}, 1)
      yield* created("oldest")
      yield* deactivated("b", noon + 3)
      yield* updated("oldest", { name: "Saved last" }, noon + 4)
      const { data: listed } = yield* templatesAt(noon, ({ list }) => list("tn_a"))
      assert.deepEqual(ids(listed), ["newest", "b", "a", "B", "oldest"])
      assert.deepEqual(
        listed.map(({ active }) => active),
        [true, false, true, true, true]
      )
      const { created_at, updated_at, ...last } = listed.at(-1) ?? assert.fail("none is listed")
      const { tenant_id, ...record } = (yield* recordOf("oldest")) ?? assert.fail("it is gone")
      assert.deepEqual(
        { ...last, created_at: Date.parse(created_at), updated_at: Date.parse(updated_at) },
        record
      )
    }))

  test("renders for each of many concurrent sends its own template", () =>
    Effect.gen(function* () {
      yield* together(
        times(50, (index) =>
          created(`t${String(index)}`, { subject_template: `t${String(index)}` })
        )
      )
      const render = yield* makeRenderTemplate(Effect.succeed(false))
      const wanted = times(200, (index) => `t${String(index % 60)}`)
      const found = yield* together(
        wanted.map((template_id) =>
          Effect.result(render("tn_a", { template_id, data: {}, locale: undefined }))
        )
      )
      assert.deepEqual(
        found.map((result) => (Result.isSuccess(result) ? result.success.subject : undefined)),
        wanted.map((id) => (Number(id.slice(1)) < 50 ? id : undefined))
      )
    }).pipe(Effect.provide(layerPlainEngine), Effect.scoped))

  test("isolates tenants", () =>
    Effect.gen(function* () {
      yield* created("welcome")
      const refused = templatesAt(noon + 1, (templates) =>
        Effect.all([
          failure(templates.get("tn_b", "welcome")),
          failure(templates.version("tn_b", "welcome", 1)),
          failure(templates.versions("tn_b", "welcome")),
          failure(templates.update("tn_b", "welcome", { name: "Theirs" })),
          failure(templates.restore("tn_b", "welcome", { version: 1 })),
          failure(templates.deactivate("tn_b", "welcome"))
        ])
      )
      assert.deepEqual(
        yield* refused,
        times(6, () => "NotFound")
      )
      assert.deepEqual(yield* templatesAt(noon, ({ list }) => list("tn_b")), { data: [] })
      const theirs = aTemplate("welcome", { name: "Theirs", subject_template: "Theirs" })
      assert.equal((yield* templatesAt(noon, ({ create }) => create("tn_b", theirs))).version, 1)
      assert.deepEqual(yield* recordOf("welcome"), welcome)
      const render = yield* makeRenderTemplate(Effect.succeed(false))
      const found = yield* together(
        ["tn_a", "tn_b"].map((tenant) =>
          render(tenant, { template_id: "welcome", data: {}, locale: undefined })
        )
      )
      assert.deepEqual(
        found.map(({ subject }) => subject),
        [welcome.subject_template, "Theirs"]
      )
    }).pipe(Effect.provide(layerPlainEngine), Effect.scoped))
})

/** Creates, changes, lists and renders them as a caller does. */
export const templates: Conformance = (...storage) => {
  for (const part of [records, templateVersions]) part(...storage)
}
