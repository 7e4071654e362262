import type { TemplateContent, TemplateVariant } from "@telemark/core"
import { describe, expect, it } from "vitest"
import {
  type CompiledParts,
  mergeContent,
  newContent,
  wholeProblems
} from "../../src/sending/templates/templateContent.js"

const printed = { printed: true } as const
const variant = (change: Partial<TemplateVariant> = {}): TemplateVariant => ({
  subject_template: null,
  mjml_source: null,
  design_json: null,
  html: null,
  text_body: null,
  uses: { subject: {}, html: {}, text: {} },
  ...change
})
const compiled = (
  base: Partial<TemplateVariant> = {},
  locales: CompiledParts["locales"] = new Map()
): CompiledParts => ({
  base: variant(base),
  locales,
  warnings: []
})
const current: TemplateContent = {
  ...variant(),
  name: "Old",
  subject_template: "old",
  mjml_source: "<mjml>",
  html: "compiled",
  text_body: "text",
  variables: { a: "1" },
  locales: { de: variant({ subject_template: "alt" }) },
  uses: { subject: { s: printed }, html: { h: printed }, text: { t: printed } }
}

describe("an update", () => {
  it("doesn't change the members that it omits", () => {
    expect(mergeContent(current, {}, compiled())).toEqual(current)
  })

  it("takes every kind of source away when it gives one", () => {
    const merged = mergeContent(
      current,
      { html: "<p>" },
      compiled({ html: "<p>", uses: { subject: {}, html: { n: printed }, text: {} } })
    )
    expect(merged).toMatchObject({
      mjml_source: null,
      html: "<p>",
      text_body: "text",
      subject_template: "old"
    })
    expect(merged.uses).toEqual({
      subject: { s: printed },
      html: { n: printed },
      text: { t: printed }
    })
  })

  it("takes the text away on null", () => {
    const merged = mergeContent(current, { text_body: null }, compiled())
    expect(merged.text_body).toBeNull()
    expect(merged.uses.text).toEqual({})
  })

  it("replaces, adds and removes locales one by one", () => {
    const fr = variant({ subject_template: "fr" })
    const locales = new Map([
      ["fr", fr],
      ["de", null]
    ])
    expect(mergeContent(current, {}, compiled({}, locales)).locales).toEqual({ fr })
  })

  it("replaces the declared variables as a whole", () => {
    expect(mergeContent(current, { variables: { b: "2" } }, compiled()).variables).toEqual({
      b: "2"
    })
  })
})

describe("a new template", () => {
  it("has what was given, and needs html", () => {
    const given = { name: "N", subject_template: "s", mjml_source: "<mjml>" }
    const content = newContent(
      given,
      compiled({ subject_template: "s", mjml_source: "<mjml>", html: "h" }, new Map([["de", null]]))
    )
    expect(content).toMatchObject({ name: "N", html: "h", variables: {}, locales: {} })
    expect(newContent(given, compiled())).toBeUndefined()
  })
})

describe("a template as a whole", () => {
  const many = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`l${String(index)}`, variant()])
    )
  const using = (count: number) => ({
    ...current,
    uses: {
      ...current.uses,
      html: Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`v${String(index)}`, printed])
      )
    }
  })
  const large = { ...current, locales: { de: variant({ html: "x".repeat(8 * 1024 * 1024) }) } }
  const paths = (...args: Parameters<typeof wholeProblems>) =>
    wholeProblems(...args).map(({ path }) => path)

  it("has 50 languages, 500 variables and 8 MiB at most", () => {
    expect(paths(current)).toEqual([])
    expect(paths({ ...current, locales: many(50) })).toEqual([])
    expect(paths({ ...current, locales: many(51) })).toEqual(["locales"])
    expect(paths(using(501))).toEqual(["body"])
    expect(paths(large)).toEqual(["body"])
  })

  it("may keep what it had, and become smaller", () => {
    expect(paths({ ...current, locales: many(51) }, { ...current, locales: many(52) })).toEqual([])
    expect(paths(using(501), using(501))).toEqual([])
    expect(paths(large, large)).toEqual([])
  })
})
