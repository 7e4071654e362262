import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { textInSteps, textOf } from "../src/textOf.js"
import { collapse } from "../src/visibleText.js"

const texts = fc
  .array(
    fc.constantFrom(
      " ",
      "\t",
      "\r\n",
      "\n",
      "\r",
      "\f",
      "\v",
      "\u00a0",
      "\ufeff",
      "a",
      "bc",
      "ü",
      "\ud83d\ude00",
      "x".repeat(2000)
    ),
    { maxLength: 30 }
  )
  .map((parts) => parts.join(""))

describe("blanks", () => {
  it("are one space where they follow each other, in short and in long texts", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom("", "x".repeat(5000)), (text, more) => {
        expect(collapse(text + more)).toBe((text + more).replace(/[ \t\r\n\f]+/g, " "))
      }),
      { numRuns: 166 }
    )
  })

  it("stay as they are in preformatted text, but for more than one empty line", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const lines = text
          .replace(/\r\n?/g, "\n")
          .replace(/^\n+|\n+$/g, "")
          .replace(/\n{3,}/g, "\n\n")
        expect(textOf(`<pre>${text}</pre>`)).toBe(lines)
      }),
      { numRuns: 166 }
    )
  })
})

describe("a long html", () => {
  it("is read in steps, to the same text", () => {
    const html = "<ul><li>a</ul>".repeat(5000)
    const steps = textInSteps(html)
    let count = 0
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) {
        expect(value).toBe(textOf(html))
        break
      }
      count++
    }
    expect(count).toBeGreaterThan(5)
  })
})
