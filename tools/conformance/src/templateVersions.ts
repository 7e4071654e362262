import { type TemplateContent, TemplateStore, type VariableUses } from "@telemark/core"
import { Effect, Exit } from "effect"
import assert from "node:assert/strict"
import { noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"
import { aContent, contentOf, created, keyOf, versionOf } from "./templateFixtures.js"

const key = keyOf("welcome")

/** Names that every object inherits; a template may use them as variables. */
const oddUses = JSON.parse(
  '{"constructor":{"printed":true},"__proto__":{"tested":true},' +
    '"toString":{"items":{"members":{"naïve":{"printed":true}}}}}'
) as VariableUses

/** Content with a value in every member. */
const fullContent: TemplateContent = {
  name: "Zażółć 😀 'quoted' \"twice\" \\ ?",
  subject_template: "{{#if order}}№ {{order.number}}{{/if}}",
  mjml_source: "<mjml><mj-body></mj-body></mjml>",
  design_json: {
    schema_version: 1,
    blocks: [{ id: "1", type: "text", html: "<b>日本語\u0000\u2028</b>", align: "left" }]
  },
  html: "<p>Grüße,\r\n\t{{name}} $1 ? :a @b</p>",
  text_body: "",
  uses: { subject: oddUses, html: { name: { printed: true, tested: true } }, text: {} },
  variables: { "order.number": "", constructor: "a\u0000b" },
  locales: {
    de: {
      subject_template: null,
      mjml_source: null,
      design_json: null,
      html: "<p>Grüß Gott</p>",
      text_body: null,
      uses: { subject: {}, html: oddUses, text: {} }
    },
    "de-AT": {
      subject_template: "Servus",
      mjml_source: "<mjml/>",
      design_json: { schema_version: 1, blocks: [] },
      html: null,
      text_body: "Servus",
      uses: { subject: {}, html: {}, text: {} }
    }
  }
}

export const templateVersions = suite("TemplateStore.save", (test) => {
  test("creates the next version of the active template, and activates it", () =>
    Effect.gen(function* () {
      const store = yield* TemplateStore
      yield* created("welcome")
      const change = (current: TemplateContent) => ({
        ...current,
        name: `${current.name} 2`,
        subject_template: "Hi"
      })
      const saved = yield* store.save(key, change, noon + 1)
      const content = aContent({ name: "Welcome 2", subject_template: "Hi" })
      const expected = {
        ...content,
        tenant_id: "tn_a",
        template_id: "welcome",
        version: 2,
        created_at: noon + 1
      }
      assert.deepEqual(saved, expected)
      assert.deepEqual(yield* versionOf("welcome", 2), expected)
      assert.deepEqual(yield* store.find(key), {
        tenant_id: "tn_a",
        id: "welcome",
        name: "Welcome 2",
        subject_template: "Hi",
        active: true,
        version: 2,
        created_at: noon,
        updated_at: noon + 1
      })
      assert.deepEqual(contentOf(yield* versionOf("welcome", 1)), aContent())
    }))

  test("applies 20 concurrent saves, each to the version before it", () =>
    Effect.gen(function* () {
      const store = yield* TemplateStore
      yield* created("welcome", { html: "" })
      const letters = times(20, (index) => String.fromCharCode(97 + index))
      const saved = yield* together(
        letters.map((letter) =>
          store.save(
            key,
            (current) => ({ ...contentOf(current), html: current.html + letter }),
            noon + 1
          )
        )
      )
      assert.deepEqual(
        saved.map((version) => version?.version).sort((a = 0, b = 0) => a - b),
        times(20, (index) => index + 2)
      )
      const last = yield* versionOf("welcome", 21)
      assert.deepEqual(Array.from(last.html).sort(), letters)
      for (const { html, version } of saved.filter((one) => one !== undefined))
        assert.equal(html, last.html.slice(0, version - 1))
      assert.equal((yield* store.find(key))?.version, 21)
    }))

  test("writes nothing if there is no active template", () =>
    Effect.gen(function* () {
      const store = yield* TemplateStore
      const save = store.save(key, () => aContent({ name: "Lost" }), noon + 9)
      assert.equal(yield* save, undefined)
      assert.equal(yield* store.find(key), undefined)
      yield* created("welcome")
      yield* store.deactivate(key, noon + 1)
      const before = yield* store.find(key)
      assert.equal(yield* save, undefined)
      assert.deepEqual(yield* store.find(key), before)
      assert.equal((yield* store.listVersions(key)).length, 1)
    }))

  test("writes nothing if the change fails, and works afterwards", () =>
    Effect.gen(function* () {
      const store = yield* TemplateStore
      const before = yield* created("welcome")
      const broken = yield* Effect.exit(store.save(key, () => assert.fail("broken"), noon + 1))
      assert.ok(Exit.isFailure(broken))
      assert.deepEqual(yield* store.find(key), before)
      assert.deepEqual(
        (yield* store.listVersions(key)).map(({ version }) => version),
        [1]
      )
      assert.equal((yield* store.save(key, contentOf, noon + 2))?.version, 2)
    }))

  test("stores every member as given, through each method", () =>
    Effect.gen(function* () {
      const store = yield* TemplateStore
      yield* store.create(key, fullContent, noon)
      assert.deepEqual(contentOf(yield* versionOf("welcome", 1)), fullContent)
      const bare = aContent({ variables: {}, uses: { subject: {}, html: {}, text: {} } })
      yield* store.save(key, () => bare, noon + 1)
      assert.deepEqual(contentOf(yield* versionOf("welcome", 2)), bare)
      // As when restoring: an earlier version, passed as it was read, becomes the newest.
      const earlier = yield* versionOf("welcome", 1)
      const restored = yield* store.save(key, () => earlier, noon + 2)
      assert.deepEqual([restored?.version, restored?.created_at], [3, noon + 2])
      assert.deepEqual(restored && contentOf(restored), fullContent)
      assert.deepEqual(contentOf(yield* versionOf("welcome", 3)), fullContent)
      yield* store.deactivate(key, noon + 3)
      yield* store.create(key, fullContent, noon + 4)
      assert.deepEqual(contentOf(yield* versionOf("welcome", 4)), fullContent)
    }))

  test("stores contents of 256 KiB", () =>
    Effect.gen(function* () {
      const html = "é€😀a".repeat((256 * 1024) / 10)
      yield* created("welcome", { html, mjml_source: html, text_body: html })
      const { html: kept, mjml_source, text_body } = yield* versionOf("welcome", 1)
      assert.ok(kept === html && mjml_source === html && text_body === html)
    }))

  test("stores all versions, lists them newest first, and finds each", () =>
    Effect.gen(function* () {
      const store = yield* TemplateStore
      yield* created("welcome")
      yield* created("other")
      for (const index of times(11, (nth) => nth + 1)) {
        yield* store.save(
          key,
          () => aContent({ name: `No ${String(index)}`, subject_template: `S${String(index)}` }),
          noon + index
        )
      }
      const listed = yield* store.listVersions(key)
      assert.deepEqual(
        listed.map(({ version }) => version),
        times(12, (index) => 12 - index)
      )
      assert.deepEqual(listed[0], {
        version: 12,
        name: "No 11",
        subject_template: "S11",
        created_at: noon + 11
      })
      assert.equal((yield* versionOf("welcome", 5)).name, "No 4")
      assert.equal(yield* store.findVersion(key, 13), undefined)
      assert.equal(yield* store.findVersion(key, 0), undefined)
      assert.deepEqual(yield* store.listVersions(keyOf("missing")), [])
    }))
})
