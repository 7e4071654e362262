import type { ClaimedMessage } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { ClaimSize } from "../src/ClaimSize.js"

const messages = (count: number, characters = 100): ReadonlyArray<ClaimedMessage> =>
  Array.from(
    { length: count },
    (_, index) =>
      ({
        id: `em_${String(index)}`,
        body: {
          id: `body_${String(index)}`,
          html: "x".repeat(characters),
          text: null,
          headers: [],
          shown: null,
          attachments: []
        }
      }) as unknown as ClaimedMessage
  )

/** So many messages a second, over one second in which it claims ten times. */
const goOn = (size: ClaimSize, perSecond: number, from: number, characters?: number): number => {
  for (let at = 1; at <= 10; at++) {
    for (let ended = 0; ended < perSecond / 10; ended++) size.ended()
    size.claimed(messages(1, characters), from + at * 100)
  }
  return from + 1000
}

describe("how many messages a worker has leased", () => {
  it("is few at first, and as many as it gets through in half a second", () => {
    const size = new ClaimSize({ max: 1000, atOnce: 5 })
    expect(size.messages).toBe(20)
    size.claimed(messages(20), 0)
    const now = goOn(size, 400, 0)
    expect(size.messages).toBeGreaterThan(190)
    expect(size.messages).toBeLessThanOrEqual(200)
    goOn(size, 80, now)
    expect(size.messages).toBe(40)
  })

  it("is never more than it may be, nor fewer than the route takes at once and as many again", () => {
    const size = new ClaimSize({ max: 100, atOnce: 30 })
    size.claimed(messages(20), 0)
    const now = goOn(size, 10_000, 0)
    expect(size.messages).toBe(100)
    goOn(size, 10, now)
    expect(size.messages).toBe(60)
    expect(new ClaimSize({ max: 10, atOnce: 30 }).messages).toBe(10)
    expect(new ClaimSize({ max: 100, atOnce: Number.POSITIVE_INFINITY }).messages).toBe(100)
  })

  it("is fewer while their bodies are large", () => {
    const size = new ClaimSize({ max: 100, atOnce: 5 })
    size.claimed(messages(20), 0)
    const now = goOn(size, 1000, 0)
    expect(size.messages).toBe(100)
    goOn(size, 1000, now, 512 * 1024)
    expect(size.messages).toBe(32)
  })

  it("learns nothing while the clock stands still", () => {
    const size = new ClaimSize({ max: 100, atOnce: 5 })
    size.claimed(messages(20), 0)
    for (let ended = 0; ended < 100; ended++) size.ended()
    size.claimed(messages(20), 0)
    expect(size.messages).toBe(20)
  })
})
