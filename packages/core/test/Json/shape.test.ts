import { atOnce } from "../../src/kernel/timeSlices.js"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { maxValues, shapeOf } from "../../src/kernel/json/shape.js"

const problemOf = (json: string): string | undefined =>
  atOnce(shapeOf(new TextEncoder().encode(json))).problem

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0

describe("the shape of JSON", () => {
  it.each([
    ["brackets without end", "[".repeat(5 * 1024 * 1024), /deeper/],
    ["objects 129 deep", '{"a":'.repeat(129), /deeper/],
    ["very many numbers", `[${"1,".repeat(maxValues + 1)}1]`, /at most/],
    ["very many empty objects", `[${"{},".repeat(60_000)}{}]`, /at most/]
  ])("is refused with %s", (_, json, reason) => {
    expect(problemOf(json)).toMatch(reason)
  })

  it("doesn't depend on the contents of texts", () => {
    expect(problemOf(JSON.stringify({ a: '[{,\\"'.repeat(100_000), "[[": "\\" }))).toBeUndefined()
    expect(problemOf('"' + "[".repeat(1000))).toBeUndefined()
  })

  it("is checked right behind texts of any length, whatever is escaped in them", () => {
    const deep = "[".repeat(129)
    for (let length = 50; length < 80; length++) {
      for (const end of [
        "",
        "\\",
        '"',
        '\\"',
        '"\\',
        "\\\\",
        `"${"x".repeat(200)}"${deep}`,
        `\\${"x".repeat(200)}\\`
      ]) {
        const text = JSON.stringify("x".repeat(length) + end)
        expect(problemOf(`{"a":${text}}`)).toBeUndefined()
        expect(problemOf(`{"a":${text},"b":${deep}`)).toMatch(/deeper/)
      }
    }
    expect(problemOf(`"${"x".repeat(1000)}${deep}`)).toBeUndefined()
  })

  it("is accepted for any value within the limits", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        fc.pre(depthOf(value) <= 128)
        expect(problemOf(JSON.stringify(value))).toBeUndefined()
      }),
      { numRuns: 100, seed: 7 }
    )
  })
})
