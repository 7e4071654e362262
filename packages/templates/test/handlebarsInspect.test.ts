import { expect, it } from "vitest"
import { inspectTemplate } from "../src/handlebars/inspect.js"

const problemsOf = (source: string) => inspectTemplate(source, { escape: true }).problems

const nested = (depth: number) => "{{#if a}}".repeat(depth) + "{{/if}}".repeat(depth)
const lookups = (depth: number) =>
  `{{lookup ${"(lookup a ".repeat(depth)}"b"${")".repeat(depth)} "c"}}`
const chain = (length: number) => `{{#if a}}1${"{{else if b}}2".repeat(length)}{{/if}}`

it("takes merge tags, the five helpers, whitespace control and comments", () => {
  const source = `{{a}} {{{b.c}}} {{&d}} {{~#each e as |item index|~}} {{item.f}} {{index}} {{@index}} {{../g}} {{else}} - {{/each}}
    {{#if h}}1{{else if i}}2{{else}}3{{/if}} {{#unless j}}4{{/unless}} {{#with k as |l|}}{{l.m}}{{/with}}
    {{lookup n "o"}} {{lookup (lookup p q) 0}} {{#r}}5{{/r}} {{^s}}6{{/s}} {{!-- t --}} \\{{u}} {{[v w]}} {{@root.x}}
    {{#if y includeZero=true}}7{{/if}} {{#each (lookup z "a")}}{{this}}{{/each}}`
  expect(problemsOf(source)).toEqual([])
})

it.each([
  ["a partial", "{{> header}}", "partials"],
  ["a partial block", "{{#> layout}}x{{/layout}}", "partials"],
  ["an inline partial", '{{#*inline "x"}}y{{/inline}}', "decorators and inline partials"],
  ["a decorator", "{{* x}}", "decorators and inline partials"],
  ["log", "{{log name}}", "log can't be used"],
  ["an unknown helper", "{{uppercase name}}", "there is no helper of that name"],
  ["an unknown helper with options", '{{date format="d"}}', "there is no helper of that name"],
  ["an unknown block helper", "{{#repeat 3}}x{{/repeat}}", "there is no helper of that name"],
  [
    "an unknown helper in parentheses",
    "{{#if (eq a b)}}x{{/if}}",
    "there is no helper of that name"
  ],
  ["a path with parameters", "{{this.if a}}", "there is no helper of that name"],
  [
    "a path that begins like a helper, with parameters",
    "{{if.x a}}",
    "there is no helper of that name"
  ],
  ["a raw block", "{{{{x}}}} {{y}} {{{{/x}}}}", "raw blocks"],
  ["each without a list", "{{#each}}x{{/each}}", "each takes exactly one value"],
  ["if with two values", "{{#if a b}}x{{/if}}", "if takes exactly one value"],
  ["if without a block", "{{if a}}", "if makes a block"],
  ["if in parentheses", "{{#if (if a)}}x{{/if}}", "if makes a block"],
  ["each without anything", "{{each}}", "for a variable of that name write this.each"],
  ["lookup with one value", "{{lookup a}}", "lookup takes two values"],
  ["lookup as a block", "{{#lookup a b}}x{{/lookup}}", "lookup makes no block"],
  [
    "an option that a helper doesn't have",
    "{{#if a sensitive=true}}x{{/if}}",
    "takes only the option includeZero"
  ],
  ["names that if doesn't declare", "{{#if a as |b|}}{{b}}{{/if}}", "declares at most"],
  ["names that a section doesn't declare", "{{#a as |b|}}{{b}}{{/a}}", "declares at most"],
  [
    "names that an inverted block doesn't declare",
    "{{^each a as |b|}}{{b}}{{/each}}",
    "declares at most"
  ],
  ["a declared name that is a helper's", "{{#each a as |if|}}{{if}}{{/each}}", "choose another"],
  [
    "a block closed by another's tag",
    "{{#a}}{{/b}}",
    "closing tag doesn't match the last opened block"
  ],
  ["a block that isn't closed", "{{#if a}}", "isn't closed"],
  ["a closing tag alone", "{{/if}}", "has no open block"],
  ["an else alone", "{{else}}", "outside of any block"],
  ["a tag that isn't closed", "{{name", "can't be parsed"],
  ["a path that goes up in its middle", "{{a/../b}}", "only at its beginning"]
])("refuses %s, and says where and what to do", (_, source, reason) => {
  const [problem] = problemsOf(`\n\n${source}`)
  expect(problem).toMatch(/^line \d+: /)
  expect(problem).toContain(reason)
})

it("says the line of what it refuses", () => {
  expect(problemsOf("a\nb\n{{> c}}\n{{log d}}").map((problem) => problem.slice(0, 7))).toEqual([
    "line 3:",
    "line 4:"
  ])
})

it("never repeats the template's contents", () => {
  for (const source of [
    "{{> secret}}",
    "{{secret 1}}",
    "{{#secret}}{{/x}}",
    "{{secret",
    "{{#each a as |secret b c|}}{{/each}}",
    "{{secret/../a}}"
  ]) {
    expect(problemsOf(source).join()).not.toContain("secret")
  }
})

it("takes fields named like a helper by a path", () => {
  expect(problemsOf("{{this.if}} {{./each}} {{user.with}} {{../lookup}} {{log}}")).toEqual([])
})

it.each([
  ["1 Mi characters", "x".repeat(1_048_576), "x".repeat(1_048_577)],
  ["2,000 tags", "{{a}}".repeat(2000), "{{a}}".repeat(2001)],
  [
    "2,000 tags with those in parentheses",
    "{{lookup (lookup a b) c}}".repeat(1000),
    "{{lookup (lookup a b) c}}".repeat(1001)
  ],
  ["blocks 20 deep", nested(20), nested(21)],
  ["parentheses 10 deep", lookups(10), lookups(11)],
  ["99 times else if", chain(99), chain(100)],
  ["paths of 20 names", `{{a${".b".repeat(19)}}}`, `{{a${".b".repeat(20)}}}`]
])("takes %s, not more", (_, allowed, refused) => {
  expect(problemsOf(allowed)).toEqual([])
  expect(problemsOf(refused)).toHaveLength(1)
})

it.each([
  ["parentheses", `{{${"(".repeat(100_000)}`],
  ["closed parentheses", lookups(10_000)],
  ["open blocks", "{{#a}}".repeat(40_000)],
  ["closed blocks", "{{#a}}".repeat(20_000) + "{{/a}}".repeat(20_000)],
  ["inverted blocks", "{{^a}}".repeat(20_000) + "{{/a}}".repeat(20_000)],
  ["else if", chain(10_000)],
  ["tags", "{{a}}".repeat(50_000)],
  ["comments", "{{!}}".repeat(50_000)],
  ["open comments", "{{!".repeat(80_000)],
  ["brackets", "{{[".repeat(80_000)],
  ["names", `{{a${".b".repeat(120_000)}}}`],
  ["parameters", `{{a ${"b ".repeat(120_000)}}}`],
  ["declared names", `{{#with a as |${"b ".repeat(120_000)}|}}{{/with}}`],
  ["long paths", `{{lookup ${"a.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b ".repeat(2)}}}`.repeat(1999)]
])("refuses masses of %s", (_, source) => {
  expect(problemsOf(source).length).toBeGreaterThan(0)
})

it("reports the first twenty problems", () => {
  expect(problemsOf("{{> a}}\n".repeat(100))).toHaveLength(20)
})
