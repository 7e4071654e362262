import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { findLinksInSteps, textAndLinksInSteps } from "../src/findLinks.js"
import { textOf } from "../src/textOf.js"

const result = <A>(steps: Generator<void, A, void>): A => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

describe("text and links in one reading", () => {
  it("are what they are in two", () => {
    const piece = fc.constantFrom(
      '<a href="https://x.example/">',
      "<a href=b data-track=off>",
      "</a>",
      "<p>",
      "</p>",
      "<template>",
      "</template>",
      "<title>",
      "</title>",
      "</body>",
      "<!--",
      "-->",
      "text ",
      "&amp;",
      "<",
      '"'
    )
    let templates = 0
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }).map((parts) => parts.join("")),
        (html) => {
          if (html.includes("<template>")) templates++
          expect(result(textAndLinksInSteps(html))).toStrictEqual({
            text: textOf(html),
            found: result(findLinksInSteps(html))
          })
        }
      ),
      { numRuns: 2000 }
    )
    expect(templates).toBeGreaterThan(100)
  })
})
