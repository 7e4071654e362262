import { StorableText } from "@telemark/contract"
import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"

const decode = Schema.decodeUnknownEither(StorableText)

describe("text that is kept as it is given", () => {
  it.each(["", "Ünïcödé", "🎿", "a\u200db"])("may be %s", (text) => {
    expect(Either.getOrThrow(decode(text))).toBe(text)
  })

  it.each([
    ["NUL", "a\0b"],
    ["the first half of a surrogate pair", "a\ud83c"],
    ["the second half", "\udfbfb"]
  ])("must not contain %s, which the databases store differently or not at all", (_, text) => {
    expect(Either.isLeft(decode(text))).toBe(true)
  })
})
