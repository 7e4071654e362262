import { describe, expect, it } from "vitest"
import { idOf } from "../app/Templates/beginnings.js"
import { changesOf, type Draft, isSame } from "../app/Templates/draft.js"
import { findingsOf } from "../app/Templates/findings.js"
import { fieldOf, parseData, valueAt, valueOf, withValue } from "../app/Templates/sampleData.js"
import { makeTurns } from "../app/Client/makeTurns.js"

const own = { subject: "Hello", kind: "mjml", source: "<mjml/>", design: null, text: null } as const
const before: Draft = {
  name: "Welcome",
  own,
  variables: { name: "there" },
  languages: { de: { ...own, subject: "Hallo" }, fr: { ...own, kind: null, source: "" } }
}

describe("what a save of a template says", () => {
  it.each<readonly [string, Partial<Draft>, object]>([
    ["nothing, if nothing differs", {}, {}],
    ["a name alone", { name: "Hi" }, { name: "Hi" }],
    [
      "a new source as its member",
      { own: { ...own, kind: "html", source: "<p>" } },
      { html: "<p>" }
    ],
    ["a text that is taken away", { own: { ...own, text: "x" } }, { text_body: "x" }],
    [
      "a changed language as a whole, and the others not",
      { languages: { ...before.languages, de: { ...own, subject: "Servus" } } },
      { locales: { de: { subject_template: "Servus", mjml_source: "<mjml/>" } } }
    ],
    [
      "null for a language that is gone",
      { languages: { de: { ...own, subject: "Hallo" } } },
      { locales: { fr: null } }
    ],
    ["all variables, if one differs", { variables: {} }, { variables: {} }]
  ])("%s", (_, changes, expected) => {
    expect(changesOf(before, { ...before, ...changes })).toEqual(expected)
  })

  it("compares by members, in any order", () => {
    expect(isSame({ a: [1, { b: null }], c: "" }, { c: "", a: [1, { b: null }] })).toBe(true)
    expect(isSame({ a: undefined }, { b: undefined })).toBe(false)
    expect(isSame([], {})).toBe(true)
  })
})

describe("problems in the answer of a preview", () => {
  it.each([
    [
      "mjml_source: line 5: there is no element mj-txt",
      "mjml_source",
      5,
      "there is no element mj-txt"
    ],
    [
      "design_json.blocks.0.href: must begin with https",
      "design_json.blocks.0.href",
      undefined,
      "must begin with https"
    ],
    ["text_body: line 12: a\nb", "text_body", 12, "a\nb"],
    ["Something else", "", undefined, "Something else"]
  ])("are told with part and line: %s", (text, part, line, reason) => {
    expect(findingsOf({ errors: [text], warnings: [] })).toEqual([
      { severity: "error", part, line, reason }
    ])
  })

  it("are MJML's if they are warnings with a line", () => {
    expect(
      findingsOf({
        errors: [],
        warnings: ["line 3: mj-title is empty", "variables: not declared: name"]
      })
    ).toEqual([
      { severity: "warning", part: "mjml_source", line: 3, reason: "mj-title is empty" },
      { severity: "warning", part: "", line: undefined, reason: "variables: not declared: name" }
    ])
  })
})

describe("sample data", () => {
  it("is changed at a path, and tidied where nothing is left", () => {
    const data = withValue(withValue({}, "order.number", "1"), "name", "Ada")
    expect(data).toEqual({ order: { number: "1" }, name: "Ada" })
    expect(valueAt(data, "order.number")).toBe("1")
    expect(valueAt(data, "name.length")).toBeUndefined()
    expect(withValue(data, "order.number", undefined)).toEqual({ name: "Ada" })
  })

  it.each([
    ["Ada", "Ada"],
    ["[1, 2]", [1, 2]],
    ['{"a": 1}', { a: 1 }],
    ["[broken", "[broken"],
    ["12", "12"]
  ])("takes %s as text or as JSON", (field, value) => {
    expect(valueOf(field)).toEqual(value)
    expect(valueOf(fieldOf(value))).toEqual(value)
  })

  it("is an object and nothing else", () => {
    expect([parseData('{"a":1}'), parseData("[]"), parseData("null"), parseData("{")]).toEqual([
      { a: 1 },
      undefined,
      undefined,
      undefined
    ])
  })
})

describe("an id made of a name", () => {
  it.each([
    ["Order confirmation", "order-confirmation"],
    ["Größe & Maß", "grosse-mass"],
    ["  __ Été 2 ", "ete-2"],
    ["日本", ""],
    ["a".repeat(80), "a".repeat(50)]
  ])("%s", (name, id) => {
    expect(idOf(name)).toBe(id)
  })
})

describe("work in turns", () => {
  it("runs so many at once, in order, and goes on after a failure", async () => {
    const inTurn = makeTurns(2)
    let running = 0
    let most = 0
    const order: Array<number> = []
    const work = (number: number) =>
      inTurn(async () => {
        running += 1
        most = Math.max(most, running)
        order.push(number)
        await Promise.resolve()
        running -= 1
        if (number === 1) throw new Error("failed")
      })
    const outcomes = await Promise.allSettled([0, 1, 2, 3, 4].map(work))
    expect(outcomes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
      "fulfilled"
    ])
    expect([most, order]).toEqual([2, [0, 1, 2, 3, 4]])
  })
})
