import { describe, expect, it } from "vitest"
import { splitAtTimes } from "../app/Texts/splitAtTimes.js"

describe("a sentence of the server", () => {
  it.each([
    ["It was sent.", [{ text: "It was sent." }]],
    [
      "It waits until 2026-11-26 19:45:16 UTC.",
      [{ text: "It waits until " }, { at: "2026-11-26T19:45:16Z" }, { text: "." }]
    ],
    ["2026-11-26 19:45:16 UTC", [{ at: "2026-11-26T19:45:16Z" }]]
  ])("has its times apart, to show them in the reader's zone: %s", (sentence, expected) => {
    expect(splitAtTimes(sentence)).toEqual(expected)
  })
})
