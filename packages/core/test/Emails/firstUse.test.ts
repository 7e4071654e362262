import { idempotencyMillis, isReplayed } from "@telemark/core"
import { describe, expect, it } from "vitest"

describe("a key that has been used before", () => {
  it.each<[after: number, isAnswered: boolean]>([
    [0, true],
    [idempotencyMillis - 1, true],
    [idempotencyMillis, false],
    // Clocks of two processes differ.
    [-1000, true]
  ])("used again after %d ms, is answered as then: %s", (after, isAnswered) => {
    expect(isReplayed({ created_at: 1_000_000 + after }, { created_at: 1_000_000 })).toBe(
      isAnswered
    )
  })
})
