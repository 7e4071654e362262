import { pathsOf, type VariableUse, type VariableUses } from "@telemark/core"
import { expect, it } from "vitest"
import { inspectTemplate } from "../src/handlebars/inspect.js"

const usesOf = (source: string): VariableUses => inspectTemplate(source, { escape: true }).uses
const printed: VariableUse = { printed: true }
const tested: VariableUse = { tested: true }

it.each<[string, string, VariableUses]>([
  ["a value", "{{name}}", { name: printed }],
  ["a value as it is", "{{{name}}}", { name: printed }],
  ["a member", "{{order.number}}", { order: { members: { number: printed } } }],
  ["this.name and ./name", "{{this.a}}{{./b}}", { a: printed, b: printed }],
  ["a name in brackets", "{{[first name]}}", { "first name": printed }],
  [
    "a literal in the place of a name",
    '{{"first name"}}{{12}}',
    { "first name": printed, 12: printed }
  ],
  [
    "a question",
    "{{#if a}}{{b}}{{else}}{{c}}{{/if}}{{#unless d}}{{/unless}}",
    { a: tested, b: printed, c: printed, d: tested }
  ],
  ["else if", "{{#if a}}{{else if b}}{{c}}{{/if}}", { a: tested, b: tested, c: printed }],
  [
    "a list",
    "{{#each items}}{{name}} {{../currency}}{{/each}}",
    { items: { items: { members: { name: printed } } }, currency: printed }
  ],
  ["a list of texts", "{{#each tags}}{{this}}{{/each}}", { tags: { items: printed } }],
  [
    "a list in a list",
    "{{#each a}}{{#each b}}{{c}}{{../d}}{{../../e}}{{/each}}{{/each}}",
    {
      a: { items: { members: { b: { items: { members: { c: printed } } }, d: printed } } },
      e: printed
    }
  ],
  [
    "a list's else, outside of it",
    "{{#each a}}{{b}}{{else}}{{c}}{{/each}}",
    { a: { tested: true, items: { members: { b: printed } } }, c: printed }
  ],
  [
    "names declared for a list",
    "{{#each a as |x i|}}{{x.b}}{{i}}{{c}}{{/each}}",
    { a: { items: { members: { b: printed, c: printed } } } }
  ],
  [
    "a declared name inside another block",
    "{{#each a as |x|}}{{#with y}}{{x.b}}{{/with}}{{/each}}",
    {
      a: { items: { members: { b: printed, y: {} } } }
    }
  ],
  [
    "with",
    "{{#with a.b}}{{c}}{{../d}}{{/with}}",
    { a: { members: { b: { members: { c: printed } } } }, d: printed }
  ],
  [
    "with this, that ../ doesn't lead out of",
    "{{#with a}}{{#with this}}{{../b}}{{/with}}{{/with}}",
    { a: {}, b: printed }
  ],
  [
    "if, that ../ doesn't lead out of",
    "{{#with a}}{{#if b}}{{../c}}{{/if}}{{/with}}",
    { a: { members: { b: tested } }, c: printed }
  ],
  [
    "a section, whose names may be of three things",
    "{{#a}}{{b}}{{../c}}{{@root.d}}{{/a}}",
    { a: tested, c: printed, d: printed }
  ],
  ["an inverted section", "{{^a}}{{b}}{{/a}}", { a: tested, b: printed }],
  ["the root", "{{#each a}}{{@root.b}}{{/each}}", { a: { items: {} }, b: printed }],
  [
    "positions",
    "{{#each a}}{{@index}}{{@key}}{{@first}}{{@../index}}{{#if @last}}{{/if}}{{/each}}",
    { a: { items: {} } }
  ],
  [
    "lookup of a fixed name",
    '{{lookup user "name"}}{{lookup list 0}}',
    { user: { members: { name: printed } }, list: { items: printed } }
  ],
  [
    "lookup by position",
    "{{#each a}}{{lookup ../b @index}}{{/each}}",
    { a: { items: {} }, b: { items: printed } }
  ],
  ["lookup of a name among the data", "{{lookup map key}}", { map: {}, key: {} }],
  ["lookup in a condition", '{{#if (lookup a "b")}}{{/if}}', { a: { members: { b: tested } } }],
  [
    "lookup in a lookup",
    '{{lookup (lookup a "b") "c"}}',
    { a: { members: { b: { members: { c: printed } } } } }
  ],
  ["an option", "{{#if a includeZero=b}}{{/if}}", { a: tested, b: tested }],
  [
    "an item by its place",
    "{{items.0.name}}",
    { items: { items: { members: { name: printed } } } }
  ],
  [
    "the length of a list",
    "{{items.length}}{{#each items}}{{a}}{{/each}}",
    { items: { items: { members: { a: printed } } } }
  ],
  ["names that lead nowhere", "{{__proto__}}{{__proto__.a}}{{../a}}{{@data}}", {}],
  ["constructor, which JSON may have", "{{constructor}}", { constructor: printed }]
])("finds %s", (_, source, uses) => {
  expect(usesOf(source)).toEqual(uses)
})

it("gives a list one path, whatever its items have", () => {
  expect(pathsOf(usesOf("{{order.number}}{{#each order.items}}{{name}}{{/each}}"))).toEqual([
    "order.items",
    "order.number"
  ])
})
