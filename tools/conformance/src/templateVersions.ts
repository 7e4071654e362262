import {
  type TemplateContent,
  templateQueries,
  type VariableUses,
  versionOf as nextOf
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"
import {
  aContent,
  contentOf,
  created,
  deactivated,
  failure,
  keyOf,
  recordOf,
  templatesAt,
  updated,
  versionOf,
  versionsOf
} from "./templateFixtures.js"

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

/** Stores a version as it is. */
const stored = (version: number, content: TemplateContent, now: number) =>
  Effect.gen(function* () {
    const { activate, insertVersion } = yield* templateQueries
    const { name, subject_template } = content
    const times = { created_at: now, updated_at: now }
    yield* activate({ ...key, name, subject_template, active: true, version, ...times })
    yield* insertVersion(nextOf(key, version, content, now))
  })

const variant = {
  subject_template: null,
  mjml_source: null,
  design_json: null,
  html: null,
  text_body: "Hello",
  uses: { subject: {}, html: {}, text: {} }
}

/** A language for each letter of the alphabet. */
const language = (index: number): string => `x${String.fromCharCode(97 + index)}`
const languages = (count: number, from = 0) =>
  Object.fromEntries(times(count, (index) => [language(from + index), { text_body: "Hello" }]))

export const templateVersions = suite("Template versions", (test) => {
  test("creates the next version of the active template, and makes it the current one", () =>
    Effect.gen(function* () {
      yield* created("welcome")
      const change = { name: "Welcome 2", subject_template: "Hi" }
      assert.equal((yield* updated("welcome", change, noon + 1)).version, 2)
      assert.deepEqual(yield* versionOf("welcome", 2), {
        ...aContent(change),
        tenant_id: "tn_a",
        template_id: "welcome",
        version: 2,
        created_at: noon + 1
      })
      assert.deepEqual(yield* recordOf("welcome"), {
        ...key,
        ...change,
        active: true,
        version: 2,
        created_at: noon,
        updated_at: noon + 1
      })
      assert.deepEqual(contentOf(yield* versionOf("welcome", 1)), aContent())
    }))

  test("applies 20 concurrent saves, each to the version before it", () =>
    Effect.gen(function* () {
      yield* created("welcome")
      const saved = yield* together(
        times(20, (index) => updated("welcome", { locales: languages(1, index) }, noon + 1))
      )
      assert.deepEqual(
        saved.map(({ version }) => version).sort((a, b) => a - b),
        times(20, (index) => index + 2)
      )
      const versions = yield* together(times(21, (index) => versionOf("welcome", index + 1)))
      const tags = versions.map(({ locales }) => Object.keys(locales))
      assert.deepEqual(tags.at(-1)?.toSorted(), times(20, language))
      for (const [index, had] of tags.entries()) assert.deepEqual(had, tags[20]?.slice(0, index))
      for (const [index, { version }] of saved.entries())
        assert.equal(tags[version - 1]?.at(-1), language(index))
      assert.equal((yield* recordOf("welcome"))?.version, 21)
    }))

  test("writes nothing if there is no active template", () =>
    Effect.gen(function* () {
      const save = failure(updated("welcome", { name: "Lost" }, noon + 9))
      assert.equal(yield* save, "NotFound")
      assert.equal(yield* recordOf("welcome"), undefined)
      yield* created("welcome")
      yield* deactivated("welcome", noon + 1)
      const before = yield* recordOf("welcome")
      assert.equal(yield* save, "NotFound")
      assert.deepEqual(yield* recordOf("welcome"), before)
      assert.deepEqual(yield* versionsOf("welcome"), [1])
    }))

  test("writes nothing if the change is refused, and works afterwards", () =>
    Effect.gen(function* () {
      yield* stored(
        1,
        aContent({
          locales: Object.fromEntries(
            times(50, (index) => [
              `x${String.fromCharCode(97 + (index % 26))}${index < 26 ? "a" : "b"}`,
              variant
            ])
          )
        }),
        noon
      )
      const before = yield* recordOf("welcome")
      const tooMany = updated("welcome", { locales: languages(1) }, noon + 1)
      assert.equal(yield* failure(tooMany), "ValidationFailed")
      assert.deepEqual(yield* recordOf("welcome"), before)
      assert.deepEqual(yield* versionsOf("welcome"), [1])
      assert.equal((yield* updated("welcome", { name: "Next" }, noon + 2)).version, 2)
    }))

  test("stores every member as given, through each method", () =>
    Effect.gen(function* () {
      yield* stored(1, fullContent, noon)
      assert.deepEqual(contentOf(yield* versionOf("welcome", 1)), fullContent)
      yield* updated("welcome", { name: "Other", variables: {}, text_body: null }, noon + 1)
      assert.deepEqual(contentOf(yield* versionOf("welcome", 2)), {
        ...fullContent,
        name: "Other",
        variables: {},
        text_body: null
      })
      const restored = yield* templatesAt(noon + 2, ({ restore }) =>
        restore("tn_a", "welcome", { version: 1 })
      )
      assert.equal(restored.version, 3)
      assert.equal((yield* versionOf("welcome", 3)).created_at, noon + 2)
      assert.deepEqual(contentOf(yield* versionOf("welcome", 3)), fullContent)
      yield* deactivated("welcome", noon + 3)
      yield* created("welcome", { text_body: "Hi", locales: { de: { text_body: "Hallo" } } }, 4)
      assert.deepEqual(
        contentOf(yield* versionOf("welcome", 4)),
        aContent({ text_body: "Hi", locales: { de: { ...variant, text_body: "Hallo" } } })
      )
    }))

  test("stores contents of 256 KiB", () =>
    Effect.gen(function* () {
      const html = "é€😀a".repeat((256 * 1024) / 10)
      yield* stored(1, aContent({ html, mjml_source: html, text_body: html }), noon)
      const { html: kept, mjml_source, text_body } = yield* versionOf("welcome", 1)
      assert.ok(kept === html && mjml_source === html && text_body === html)
    }))

  test("stores all versions, lists them newest first, and finds each", () =>
    Effect.gen(function* () {
      yield* created("welcome")
      yield* created("other")
      for (const index of times(11, (nth) => nth + 1)) {
        const name = `No ${String(index)}`
        yield* updated("welcome", { name, subject_template: `S${String(index)}` }, noon + index)
      }
      const { data: listed } = yield* templatesAt(noon, ({ versions }) =>
        versions("tn_a", "welcome")
      )
      assert.deepEqual(
        listed.map(({ version }) => version),
        times(12, (index) => 12 - index)
      )
      assert.deepEqual(listed[0], {
        version: 12,
        name: "No 11",
        subject_template: "S11",
        created_at: new Date(noon + 11).toISOString()
      })
      const find = (version: number, id = "welcome") =>
        templatesAt(noon, (templates) => templates.version("tn_a", id, version))
      assert.equal((yield* find(5)).name, "No 4")
      assert.equal(yield* failure(find(13)), "NotFound")
      assert.equal(yield* failure(find(0)), "NotFound")
      assert.equal(
        yield* failure(templatesAt(noon, ({ versions }) => versions("tn_a", "missing"))),
        "NotFound"
      )
    }))
})
