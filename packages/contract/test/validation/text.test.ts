import { StorableText } from "@telemark/contract"
import { Result, Schema } from "effect"
import { describe, expect, it } from "vitest"

const decode = Schema.decodeUnknownResult(StorableText)

describe("text that is kept as it is given", () => {
  it.each(["", "Ünïcödé", "🎿", "a\u200db"])("may be %s", (text) => {
    expect(Result.getOrThrow(decode(text))).toBe(text)
  })

  it.each([
    ["NUL", "a\0b"],
    ["the first half of a surrogate pair", "a\ud83c"],
    ["the second half", "\udfbfb"]
  ])("must not contain %s, which the databases store differently or not at all", (_, text) => {
    expect(Result.isFailure(decode(text))).toBe(true)
  })
})
