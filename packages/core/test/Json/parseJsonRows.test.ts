import { atOnce } from "../../src/kernel/timeSlices.js"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { parseJsonRows } from "../../src/kernel/json/parseJson.js"

const parse = (text: string) => atOnce(parseJsonRows(new TextEncoder().encode(text)))

const rows = Array.from({ length: 5000 }, (_, index) => ({
  email_address: `u${String(index)}ä@example.com`,
  reason: 'a "quoted", [odd] {one} \\'
}))

describe("a list of many rows", () => {
  it.each([
    ["rows", { suppressions: rows }],
    ["other members", { a: 1, suppressions: rows, b: { c: "[" } }],
    ["texts", { suppressions: rows.map(({ email_address }) => email_address) }],
    ["no row", { suppressions: [] }],
    ["no list", { suppressions: { a: 1 } }],
    ["a member of an unusual name", { ["__proto__x"]: 1, suppressions: rows }]
  ])("is parsed as JSON.parse does, with %s", (_, value) => {
    expect(parse(JSON.stringify(value))).toEqual(Result.succeed(value))
    expect(parse(JSON.stringify(value, null, 2))).toEqual(Result.succeed(value))
  })

  it.each([
    ["a comma too many", (text: string) => text.replace(/\]\}$/, ",]}")],
    ["a comma too few", (text: string) => text.replace("},{", "}{")],
    ["an end that is missing", (text: string) => text.slice(0, -1)],
    ["something behind it", (text: string) => `${text}]`],
    ["a list that isn't closed", (text: string) => text.slice(0, -2)],
    ["half a character", (text: string) => text.replace("ä", "\u0001")],
    ["a byte order mark at the first row", (text: string) => text.replace("[{", "[\uFEFF{")]
  ])("is refused with %s", (_, broken) => {
    expect(Result.isFailure(parse(broken(JSON.stringify({ suppressions: rows }))))).toBe(true)
  })

  it("is refused if it nests too deeply, or if a row or the rest is long", () => {
    expect(Result.isFailure(parse(`{"suppressions":[[[[1]]]]}`))).toBe(true)
    expect(
      Result.isFailure(parse(JSON.stringify({ suppressions: ["x".repeat(100_000), "y"] })))
    ).toBe(true)
    expect(
      Result.isFailure(parse(JSON.stringify({ suppressions: ["y", "x".repeat(100_000)] })))
    ).toBe(true)
    expect(
      Result.isFailure(parse(JSON.stringify({ other: "x".repeat(100_000), suppressions: [] })))
    ).toBe(true)
  })
})
