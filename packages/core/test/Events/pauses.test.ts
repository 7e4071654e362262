import { describe, expect, it } from "vitest"
import { makePauses, pauseAfterRound } from "../../src/events/streams/EventFeed.js"

describe("the pauses of the feed of events", () => {
  it("leave it at most 4 % of the time, whatever a round costs", () => {
    expect(pauseAfterRound(0, 500)).toBe(500)
    for (const cost of [20, 50, 100, 200])
      expect(cost / (cost + pauseAfterRound(cost, 500))).toBeLessThanOrEqual(0.04 + 1e-9)
    expect(pauseAfterRound(1000, 500)).toBe(5000)
  })

  it("aren't longer for one round that other work has held up", () => {
    const pauseAfter = makePauses(500)
    expect([3, 100, 0, 4, 100].map(pauseAfter)).toEqual([500, 500, 500, 500, 500])
  })

  it("are longer if round after round with events is costly, also with rounds without events in between", () => {
    const pauseAfter = makePauses(500)
    expect([100, 100, 0, 100, 50].map(pauseAfter)).toEqual([500, 2400, 500, 2400, 1200])
  })
})
