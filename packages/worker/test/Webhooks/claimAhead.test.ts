import { describe, expect, it } from "vitest"
import { claimed, failed, Harness, ids, quick, slow } from "./endpointLimiterHarness.js"

describe("what is claimed ahead of its calls", () => {
  const of = (harness: Harness, id: number, now = 0) =>
    harness.limiter.claimLimits(now).ofEndpoints.get(id)

  it("is what an endpoint that answers quickly handles in a quarter of a second, at most half of the free slots", () => {
    const harness = new Harness(100, 100)
      .answered([1], { taken: true, duration_ms: 1 })
      .answered([2], { taken: true, duration_ms: 200 })
    expect([of(harness, 1), of(harness, 2)]).toEqual([10 + 50, 10 + 25])
    harness
      .answered([2], { taken: true, duration_ms: 1900 })
      .answered([2], { taken: true, duration_ms: 1900 })
    expect(of(harness, 2)).toBe(10 + 1)
  })

  it("is nothing for others: any worker may claim their events", () => {
    const harness = new Harness(100, 100).answered([1], failed).answered([2], slow)
    expect([of(harness, 1), of(harness, 2)]).toEqual([1, 10])
    expect(harness.limiter.claimLimits(0).perEndpoint).toBe(1)
  })

  it("is kept while its endpoint answers quickly, and released as soon as it doesn't", () => {
    const harness = new Harness(100, 100).answered([1], quick)
    expect(harness.claim([1]).begun).toBe(10)
    expect(harness.limiter.keeps(1, 9, 0)).toBe(Infinity)
    harness.end(1, failed, 0, 1)
    expect(harness.limiter.keeps(1, 9, 0)).toBe(0)
    expect(harness.limiter.keeps(1, 0, 0)).toBe(1)
  })

  it("leaves others their slots, though much waits for endpoints that hang all of a sudden", () => {
    const { limiter } = new Harness(100, 100).answered(ids(3), quick)
    limiter.take(
      ids(3).flatMap((id) => claimed(id, 45)),
      limiter.claimLimits(0),
      0
    )
    const load = { waiting: 3 * 35, unrecorded: 0 }
    expect(limiter.claimLimits(0, load).limit).toBe(100 - 3 * 10)
  })

  it("ends where outcomes can't be recorded", () => {
    const { limiter } = new Harness(100, 100).answered(ids(20), quick)
    expect(limiter.claimLimits(0, { waiting: 0, unrecorded: 60 }).limit).toBe(100)
    expect(limiter.isWorthClaiming({ waiting: 0, unrecorded: 199 })).toBe(false)
    expect(limiter.claimLimits(0, { waiting: 0, unrecorded: 199 }).limit).toBe(1)
    expect(limiter.claimLimits(0, { waiting: 0, unrecorded: 200 }).limit).toBe(0)
  })

  it("is nothing while mail has priority", () => {
    const { limiter } = new Harness(100, 100).answered([1], quick)
    expect(limiter.claimLimits(0, { waiting: 0, unrecorded: 0 }, false).ofEndpoints.get(1)).toBe(10)
  })
})
