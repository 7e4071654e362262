import { atOnce } from "../../src/kernel/timeSlices.js"
import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { parseLargeJson } from "../../src/kernel/json/parseJson.js"
import { longString, maxObjectMembers, maxOutsideStrings } from "../../src/kernel/json/shape.js"

const encoder = new TextEncoder()
const parse = (json: string | Uint8Array) =>
  atOnce(parseLargeJson(typeof json === "string" ? encoder.encode(json) : json))
const isRefused = (json: string | Uint8Array) =>
  Result.match(parse(json), { onFailure: ({ details }) => details, onSuccess: () => undefined })
const notJson = { body: ["must be JSON in UTF-8"] }

describe("a large body", () => {
  it.each([
    ["letters", "a".repeat(300_000)],
    ["letters of two octets", "ü".repeat(150_000)],
    ["letters of two octets, at odd places", `x${"ü".repeat(150_000)}`],
    ["letters of three octets", "€".repeat(100_001)],
    ["letters of four octets", `xy${"😀".repeat(80_001)}`],
    ["byte order marks", "\ufeff".repeat(100_001)],
    ["escapes", '\n"\\\u0001'.repeat(80_001)],
    ["backslashes", "\\".repeat(300_001)],
    ["halves of characters", "\ud800".repeat(50_001)],
    ["what JSON is made of", '[{,:"}]'.repeat(50_000)]
  ])("comes out of the parser as it went in, with long strings of %s", (_, text) => {
    for (const shift of ["", "x", "xy", "xyz", "xyzzy"]) {
      const value = {
        before: 1,
        text: shift + text,
        list: [text, { deep: [text] }],
        after: "a",
        short: text.slice(0, 100)
      }
      expect(parse(JSON.stringify(value))).toEqual(Result.succeed(value))
      expect(parse(JSON.stringify(shift + text))).toEqual(Result.succeed(shift + text))
    }
  })

  it("comes out as it went in, whatever is escaped in it and where its long strings begin and end", () => {
    const long = fc
      .tuple(fc.string({ unit: "binary", maxLength: 40 }), fc.integer({ min: 1, max: 3 }))
      .map(([text, times]) => text.repeat(times * 2000))
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string(),
          fc.oneof(long, fc.array(long, { maxLength: 3 }), fc.jsonValue())
        ),
        (value) => {
          const json = JSON.stringify(value)
          expect(parse(json)).toEqual(Result.succeed(JSON.parse(json)))
        }
      ),
      { numRuns: 33, seed: 11 }
    )
  })

  it("is parsed in pieces, however much is escaped in it: 15 MiB of escapes take the parser 180 ms", () => {
    const json = encoder.encode(`{"html":"${"\\n".repeat(7 * 1024 * 1024)}"}`)
    const parser = vi.spyOn(JSON, "parse")
    try {
      expect(Result.isSuccess(parse(json))).toBe(true)
      expect(Math.max(...parser.mock.calls.map(([text]) => text.length))).toBeLessThan(256 * 1024)
    } finally {
      parser.mockRestore()
    }
  })

  it("distinguishes the name __proto__ from prototypes, also of long strings", () => {
    const text = "x".repeat(longString)
    const parsed = Result.getOrThrow(
      parse(`{"__proto__":"${text}","a":{"__proto__":{"b":"${text}"}}}`)
    ) as object
    expect(Object.entries(parsed)).toEqual([
      ["__proto__", text],
      ["a", JSON.parse(`{"__proto__":{"b":"${text}"}}`)]
    ])
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
  })

  it("may have long names of members", () => {
    const value = { ["n".repeat(2 * longString)]: "v".repeat(2 * longString) }
    expect(parse(JSON.stringify(value))).toEqual(Result.succeed(value))
    expect(parse(JSON.stringify(value).replace('":', '" \n :'))).toEqual(Result.succeed(value))
  })

  it.each([
    ["a line break in a string", `"${"a".repeat(longString)}\n"`],
    ["an escape that is none", `"${"a".repeat(longString)}\\x"`],
    ["an escape that breaks off", `"${"a".repeat(longString)}\\u12"`],
    ["a string without end", `["${"a".repeat(longString)}`],
    ["a backslash at its end", `["${"a".repeat(longString)}\\`],
    ["two values", `"${"a".repeat(longString)}" "${"a".repeat(longString)}"`]
  ])("isn't JSON with %s", (_, json) => {
    expect(isRefused(json)).toEqual(notJson)
  })

  it("isn't JSON with octets that are no UTF-8, in long strings and beside them", () => {
    const octets = encoder.encode(`{"a":"${"a".repeat(2 * longString)}","b":"short"}`)
    for (const at of [2, 100, octets.length - 4]) {
      const broken = Uint8Array.from(octets)
      broken[at] = 0xc3
      expect(isRefused(broken)).toEqual(notJson)
    }
  })

  it("may have so many members, and not one more", () => {
    const members = (count: number) =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${String(index)}`, 1]))
      )
    expect(Result.isSuccess(parse(members(maxObjectMembers)))).toBe(true)
    expect(isRefused(members(maxObjectMembers + 1))).toEqual({
      body: [`must have at most ${String(maxObjectMembers)} members in all of its objects`]
    })
  })

  it("may be long through long strings, and not through short ones", () => {
    const list = (length: number) =>
      JSON.stringify(
        Array.from({ length: Math.ceil((2 * maxOutsideStrings) / length) }, () =>
          "a".repeat(length)
        )
      )
    expect(Result.isSuccess(parse(list(longString)))).toBe(true)
    expect(isRefused(list(longString - 1))?.["body"]?.[0]).toMatch(
      /^must have at most 4194304 octets, not counting strings of/
    )
  })
})
