import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { findAttribute } from "../src/readHtml.js"
import { textInSteps } from "../src/textOf.js"
import { hostileAttributes } from "./hostile.js"

/** As a pattern says it, up to the end of the tag or to a quote that isn't closed. */
const byPattern = (source: string, wanted: string) => {
  const attribute =
    /[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r =/>]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*("[^"]*"|'[^']*'|(?!["'])[^\t\n\f\r >]+|(["'])))?/y
  for (let match = attribute.exec(source); match !== null; match = attribute.exec(source)) {
    const { 0: whole, 1: name = "", 2: given, 3: open, index } = match
    if (open !== undefined) return undefined
    if (name.toLowerCase() !== wanted) continue
    const value = given?.replace(/^(["'])([^]*)\1$/, "$2") ?? ""
    const isQuoted = value.length !== (given ?? "").length
    return { value, at: index + whole.length - value.length - (isQuoted ? 1 : 0) }
  }
  return undefined
}

it("a tag of a hundred thousand attributes is read in many steps", () => {
  const steps = textInSteps(`a<p ${'a="b" '.repeat(100_000)}>c</p>`)
  let count = 1
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) count++
  expect([step.value, count]).toEqual(["a\n\nc", 7])
})

describe("an attribute", () => {
  it.each<[string, string | undefined]>([
    ["href=x", "x"],
    [' HREF = "a b" ', "a b"],
    ["href='a \"b\"'", 'a "b"'],
    ["href", ""],
    ["href=", ""],
    ['href=""', ""],
    ['href="open', undefined],
    ["xhref=1 href=2 href=3", "2"],
    ['title="href=1" href=2', "2"],
    ["a=1/href=2", undefined],
    ["", undefined]
  ])("is found in %j", (source, value) => {
    expect(findAttribute(source, "href")?.value).toBe(value)
  })

  it("is what a pattern finds, and where", () => {
    const piece = fc.constantFrom(
      "a",
      "A",
      "b",
      "=",
      "=",
      " ",
      "\n",
      "\u00a0",
      '"',
      "'",
      "/",
      ">",
      "c",
      "ä",
      "\f"
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join("")),
        (source) => {
          expect(findAttribute(source, "a")).toStrictEqual(byPattern(source, "a"))
        }
      ),
      { numRuns: 1250 }
    )
  })

  it.each(hostileAttributes)("is found behind much of %j", (piece) => {
    const source = piece.repeat(2 * Math.ceil(250_000 / piece.length))
    expect(findAttribute(source, "href")).toBeUndefined()
    expect(findAttribute(`${source} href=x`, "href")).toStrictEqual({
      value: "x",
      at: source.length + 6
    })
  })
})
