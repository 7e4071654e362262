import Handlebars from "handlebars"
import { expect, it } from "vitest"
import { inspectTemplate } from "../src/handlebars/inspect.js"
import { loadTemplate, precompileTemplate } from "../src/handlebars/templateCode.js"

const load = (source: string, escape = true) => {
  expect(inspectTemplate(source, { escape }).problems).toEqual([])
  return loadTemplate(precompileTemplate(source, { escape }))
}
const render = (source: string, data: object, escape = true) => load(source, escape)(data)

const order = {
  name: "Ada <ada>",
  zero: 0,
  no: false,
  nothing: null,
  empty: "",
  list: [1, "two", null, [3, { a: 4 }], true],
  items: [
    { name: "Tea & milk", price: 3.5, tags: ["hot", "new"] },
    { name: "Cup", price: 0, tags: [] }
  ],
  user: { first: "Ada", address: { city: "London" } },
  byKey: { x: "1", y: "2" },
  key: "first",
  yes: true,
  none: [],
  toString: "own",
  quoted: "\"'`=&"
}

it.each([
  "{{name}} {{{name}}} {{&name}} {{quoted}}",
  "-{{zero}}{{{zero}}} {{no}}{{{no}}} {{nothing}}{{{nothing}}} {{empty}} {{missing}} {{missing.deep}}",
  "{{list}} {{{list}}} {{user}} {{{user}}} {{none}}",
  "{{#each items as |item i|}}{{i}} {{item.name}} {{price}} {{../name}} {{@index}}{{@first}}{{@last}}{{#each tags}}{{this}}{{../price}}{{@../index}}{{else}}-{{/each}}{{/each}}",
  "{{#each byKey}}{{@key}}={{this}};{{/each}}{{#each none}}x{{else}}empty{{/each}}{{#each name}}x{{else}}text{{/each}}",
  "{{#if zero}}a{{else}}b{{/if}}{{#if zero includeZero=true}}a{{else}}b{{/if}}{{#unless none}}c{{/unless}}{{#if no}}{{else if yes}}d{{/if}}",
  "{{#with user}}{{first}} {{address.city}} {{../name}} {{@root.key}}{{/with}}{{#with none}}x{{else}}y{{/with}}",
  '{{lookup user key}} {{lookup user "first"}} {{lookup list 1}} {{lookup (lookup user "address") "city"}} {{lookup nothing key}}',
  "{{#user}}{{first}}{{/user}}{{#items}}{{name}}{{@index}}{{/items}}{{#yes}}{{name}}{{/yes}}{{#no}}x{{/no}}{{^none}}y{{/none}}{{#zero}}z{{/zero}}{{#name}}{{length}}{{/name}}",
  "  {{#if yes}}\n  a\n  {{/if}}\n{{~ name ~}}\n \\{{name}} \\\\{{key}} {{! c }}{{!-- {{d}} --}}{{[key]}}"
])("renders as Handlebars does: %s", (source) => {
  const { toString: _, ...plain } = order
  for (const escape of [true, false]) {
    expect(render(source, plain, escape)).toBe(
      Handlebars.compile(source, { noEscape: !escape })(plain)
    )
  }
})

it("writes numbers side by side, where Handlebars would add them up", () => {
  const source = "{{price}}{{price}}"
  expect(Handlebars.compile(source, { noEscape: true })({ price: 2 })).toBe("4")
  expect(render(source, { price: 2 }, false)).toBe("22")
})

it("escapes html, and nothing of a subject or text", () => {
  expect(render("{{name}}", order)).toBe("Ada &lt;ada&gt;")
  expect(render("{{name}}", order, false)).toBe("Ada <ada>")
})

it.each([
  "{{constructor.name}}",
  "{{__proto__}}",
  "{{user.constructor}}",
  '{{lookup this "constructor"}}',
  '{{lookup user "__proto__"}}',
  "{{name.trim}}",
  "{{items.map}}",
  "{{#with constructor}}x{{/with}}",
  '{{lookup user.hasOwnProperty "call"}}',
  "{{toLocaleString}}"
])("writes nothing for what objects inherit: %s", (source) => {
  expect(render(source, order)).toBe("")
})

it("never calls what is among the data", () => {
  const call = () => {
    throw new Error("called")
  }
  const source =
    '{{f}}{{{f}}}{{#f}}x{{/f}}{{#if f}}x{{/if}}{{#each f}}x{{/each}}{{#with f}}x{{/with}}{{lookup f "a"}}{{o}}{{#if (lookup l 0)}}x{{/if}}'
  expect(render(source, { f: call, o: { toString: call, toHTML: call }, l: [call] })).toBe(
    "[object Object]"
  )
})

it("takes the text of dates and the like, that only callers in the process can give", () => {
  expect(render("{{url}}", { url: new URL("https://example.com/") })).toBe("https://example.com/")
})

it("adds nothing to the Handlebars of others, and takes nothing from it", () => {
  const original = Handlebars.helpers["lookup"]
  Handlebars.registerHelper("lookup", () => "theirs")
  try {
    expect(render('{{lookup user "first"}}', order)).toBe("Ada")
  } finally {
    Handlebars.registerHelper("lookup", original!)
  }
  expect(Handlebars.helpers["log"]).toBeDefined()
})

it("writes nothing to the console", () => {
  const written: Array<unknown> = []
  const { error } = console
  console.error = (...words: Array<unknown>) => {
    written.push(...words)
  }
  try {
    render("{{toFixed}}{{name.substring}}", order)
  } finally {
    console.error = error
  }
  expect(written).toEqual([])
})

const many = (count: number, value: unknown) => Array.from({ length: count }, () => value)
const times = (count: number, source: string) => source.repeat(count)

it.each<[string, string, object, string]>([
  [
    "nested lists",
    `${times(4, "{{#each @root.a}}")}x${times(4, "{{/each}}")}`,
    { a: many(60, 1) },
    "list items"
  ],
  [
    "lists without a body",
    times(1999, "{{#each a}}{{/each}}"),
    { a: many(99_999, 1) },
    "list items"
  ],
  ["sections without a body", times(1999, "{{#a}}{{/a}}"), { a: many(99_999, 1) }, "list items"],
  [
    "objects of many names",
    times(1999, "{{#each a}}{{/each}}"),
    { a: Object.fromEntries(many(99_999, 0).map((_, i) => [`k${i}`, 0])) },
    "too many steps"
  ],
  ["a long text, escaped", times(1999, "{{a}}"), { a: "x".repeat(1 << 20) }, "2 MiB"],
  ["a text that is longer escaped", times(1999, "{{a}}"), { a: "&".repeat(1 << 19) }, "2 MiB"],
  ["a long text as it is", times(1999, "{{{a}}}"), { a: "x".repeat(1 << 20) }, "2 MiB"],
  [
    "text of the template",
    `{{#each a}}${"x".repeat(100_000)}{{/each}}`,
    { a: many(100_000, 1) },
    "2 MiB"
  ],
  ["a long list as text", times(1999, "{{{a}}}"), { a: many(100_000, null) }, "use shorter lists"],
  ["empty lists as text", times(1999, "{{{a}}}"), { a: many(100_000, []) }, "use shorter lists"],
  [
    "a list of long texts as text",
    times(1999, "{{{a}}}"),
    { a: many(1000, "x".repeat(4000)) },
    "2 MiB"
  ],
  [
    "a list far inside lists",
    "{{{a}}}",
    { a: JSON.parse(times(1000, "[") + times(1000, "]")) as unknown },
    "too deep"
  ],
  [
    "questions",
    `{{#each a}}${times(1900, "{{#if b}}{{/if}}")}{{/each}}`,
    { a: many(99_999, {}) },
    "too many steps"
  ],
  [
    "lists without items",
    `{{#each a}}${times(1900, "{{#each ../b}}{{/each}}")}{{/each}}`,
    { a: many(99_999, {}), b: [] },
    "too many steps"
  ],
  [
    "lookups",
    `{{#each a}}${times(600, "{{lookup (lookup this 'a') 'b'}}")}{{/each}}`,
    { a: many(99_999, {}) },
    "too many steps"
  ],
  [
    "names that are lists",
    `{{#each a}}${times(1900, "{{lookup ../o ../a}}")}{{/each}}`,
    { a: many(99_999, {}), o: {} },
    "too many steps"
  ],
  [
    "empty values",
    `{{#each a}}${times(1900, "{{b}}{{{b}}}".slice(0, 5))}{{/each}}`,
    { a: many(99_999, {}) },
    "too many steps"
  ]
])("cuts off masses of %s", (_, source, data, reason) => {
  const rendering = load(source)
  for (const _round of [1, 2]) expect(() => rendering(data)).toThrow(reason)
})

it("counts each rendering for itself", () => {
  const rendering = load("{{#each a}}{{this}}{{/each}}")
  const data = { a: many(60_000, "x") }
  for (const _round of [1, 2, 3]) expect(rendering(data)).toHaveLength(60_000)
})

it("allows 100,000 items and 2 MiB, and not one more", () => {
  const empty = load("{{#each a}}{{/each}}")
  expect(empty({ a: many(100_000, 1) })).toBe("")
  expect(() => empty({ a: many(100_001, 1) })).toThrow("100,000 list items")
  const text = load("{{#if b}}{{a}}{{/if}}b{{{c}}}")
  expect(text({ a: "x".repeat(2 ** 21 - 2), b: true, c: 1 })).toHaveLength(2 ** 21)
  expect(() => text({ a: "x".repeat(2 ** 21 - 2), b: true, c: 12 })).toThrow("2 MiB")
})

it("says nothing of the data when the template breaks on it", () => {
  const broken = {
    get secret(): string {
      throw new Error("secret value")
    }
  }
  expect(() => render("{{secret}}", broken)).toThrow(/^fails on this data/)
})
