import {
  mergeUses,
  pathsOf,
  placeholdersIn,
  type TemplateContent,
  type VariableUses,
  withDefaults,
  withoutValue,
  withoutValueWarnings
} from "@telemark/core"
import { describe, expect, it } from "vitest"
import {
  declarationWarnings,
  localeWarnings,
  variablesOf
} from "../../src/sending/templates/templateWarnings.js"

const printed = { printed: true } as const

describe("the paths of variables", () => {
  it("go down to what is used, and stop at lists", () => {
    const order = {
      members: { number: printed, items: { items: { members: { title: printed } } } }
    }
    expect(pathsOf({ order, name: printed })).toEqual(["name", "order.items", "order.number"])
  })

  it("name an object only if it is itself written out", () => {
    expect(pathsOf({ user: { tested: true, members: { name: printed } } })).toEqual(["user.name"])
    expect(pathsOf({ user: { printed: true, members: { name: printed } } })).toEqual([
      "user",
      "user.name"
    ])
    expect(pathsOf({ promo: { tested: true } })).toEqual(["promo"])
  })
})

describe("uses taken together", () => {
  it("are those of both", () => {
    const one = { user: { members: { name: printed } }, items: { items: printed } }
    const other = {
      user: { tested: true, members: { id: printed } },
      items: { items: { members: { a: printed } } }
    } as const
    expect(mergeUses(one, other)).toEqual({
      user: { tested: true, members: { name: printed, id: printed } },
      items: { items: { printed: true, members: { a: printed } } }
    })
  })
})

describe("defaults", () => {
  it("fill in for what the data lacks, also deep inside", () => {
    expect(
      withDefaults(
        { a: "1", order: { total: 3 } },
        { a: "x", b: "y", "order.number": "7", "shop.name": "S" }
      )
    ).toEqual({ a: "1", b: "y", order: { total: 3, number: "7" }, shop: { name: "S" } })
  })

  it("don't change given values: null, lists and values without members", () => {
    const data = { a: null, list: [], text: "t" }
    expect(withDefaults(data, { a: "x", "list.first": "x", "text.more": "x" })).toEqual(data)
  })

  it("that are empty change nothing, and the caller's data stays as it was", () => {
    const data = { order: {} }
    expect(withDefaults(data, { "order.number": "", other: "" })).toBe(data)
    withDefaults(data, { "order.number": "1" })
    expect(data).toEqual({ order: {} })
  })

  it("are not mistaken for what every object has", () => {
    expect(withDefaults({}, { constructor: "c", "toString.x": "t" })).toEqual({
      constructor: "c",
      toString: { x: "t" }
    })
  })
})

describe("the addresses that the service fills", () => {
  const links = placeholdersIn({ unsubscribe_url: {}, name: {} })

  it("stand as placeholders in a template that uses them, unless the data or a declared default gives a value", () => {
    expect(links).toEqual({ unsubscribe_url: "{{unsubscribe_url}}" })
    expect(withDefaults({}, {}, links)).toEqual({ unsubscribe_url: "{{unsubscribe_url}}" })
    expect(withDefaults({}, { unsubscribe_url: "" }, links)).toEqual({
      unsubscribe_url: "{{unsubscribe_url}}"
    })
    expect(withDefaults({}, { unsubscribe_url: "https://shop.example/u" }, links)).toEqual({
      unsubscribe_url: "https://shop.example/u"
    })
    expect(withDefaults({ unsubscribe_url: "x" }, { unsubscribe_url: "y" }, links)).toEqual({
      unsubscribe_url: "x"
    })
    expect(withDefaults({ unsubscribe_url: null }, {}, links)).toEqual({ unsubscribe_url: null })
    expect(placeholdersIn({ name: {}, toString: {} })).toEqual({})
  })

  it("need no declaration, and aren't lacking", () => {
    expect(
      declarationWarnings(["name", "preferences_url", "unsubscribe_url"], { name: "" })
    ).toEqual([])
    expect(
      withoutValue({}, { unsubscribe_url: "", preferences_url: "", "unsubscribe_url.x": "" })
    ).toEqual(["unsubscribe_url.x"])
  })
})

describe("variables of an answer", () => {
  it("are those found, with their declared defaults", () => {
    expect(variablesOf(["constructor", "name"], { name: "Ada", other: "x" })).toEqual({
      name: "Ada",
      constructor: ""
    })
  })
})

describe("warnings", () => {
  const uses = (subject: VariableUses, html: VariableUses) => ({ subject, html, text: {} })
  const variant = {
    subject_template: "s",
    mjml_source: null,
    design_json: null,
    html: "h",
    text_body: null
  }
  const content = (change: Partial<TemplateContent>): TemplateContent => ({
    ...variant,
    name: "n",
    uses: uses({}, {}),
    variables: {},
    locales: {},
    ...change
  })

  it("name variables that are not declared, and declared ones that are not used", () => {
    const warnings = declarationWarnings(["nmae"], { name: "Ada" })
    expect(warnings.join(" ")).toMatch(/not declared: nmae\..*not used: name\./)
    expect(declarationWarnings(["name"], { name: "" })).toEqual([])
  })

  it("call nothing unused while a part can't be read, which may use it", () => {
    expect(declarationWarnings(["nmae"], { name: "Ada" }, false).join(" ")).toMatch(
      /^variables: not declared: nmae\.[^:]*$/
    )
  })

  it("name what a translation has lost", () => {
    const de = { ...variant, html: null, uses: uses({}, {}) }
    const lost = localeWarnings(
      content({ uses: uses({ name: printed }, { link: printed }), locales: { de } })
    )
    expect(lost).toEqual([
      "locales.de.subject_template: without variables that the template has there: name."
    ])
  })
})

describe("the variables without a value", () => {
  const variables = {
    name: "",
    "order.number": "",
    "order.items": "",
    "shop.name": "The shop",
    "list.0": ""
  }

  it("are those declared ones that the data lacks and that have no default", () => {
    expect(withoutValue({}, variables)).toEqual(["name", "order.number", "order.items", "list.0"])
    expect(withoutValue({ name: "Ada", order: { number: 7 }, list: ["a"] }, variables)).toEqual([
      "order.items"
    ])
    expect(withoutValue({ name: undefined, order: "7", list: [] }, variables)).toEqual([
      "name",
      "order.number",
      "order.items",
      "list.0"
    ])
  })

  it("are none of those that are given, be it as nothing", () => {
    expect(withoutValue({ name: "", order: null, list: null }, variables)).toEqual([])
    expect(
      withoutValue({ name: null, order: { number: 0, items: false }, list: [null] }, variables)
    ).toEqual([])
  })

  it("aren't found in what every object inherits", () => {
    expect(withoutValue({}, { constructor: "", "toString.name": "" })).toEqual([
      "constructor",
      "toString.name"
    ])
  })

  it("are named up to twenty", () => {
    const [warning = ""] = withoutValueWarnings(
      Array.from({ length: 30 }, (_, index) => `v${String(index)}`)
    )
    expect(warning).toMatch(/v0, .*, v19 and 10 more\./)
    expect(withoutValueWarnings([])).toEqual([])
  })
})
