import { describe, expect, it } from "vitest"
import { largeHtmlWarning } from "../../src/sending/templates/templateWarnings.js"

describe("html of some size", () => {
  it.each([
    ["none", null, false],
    ["little", "<p>Hello</p>", false],
    ["just below", "x".repeat(99_999), false],
    ["as much as Gmail cuts off", "x".repeat(100_000), true],
    ["as much in other letters", "ü".repeat(50_000), true],
    ["less in other letters", "ü".repeat(49_999), false]
  ])("is warned of from 100 kB on: %s", (_, html, isLarge) => {
    expect(largeHtmlWarning(html)).toEqual(
      isLarge ? [expect.stringContaining("html has 100 kB")] : []
    )
  })
})
