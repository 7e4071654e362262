import {
  deliveryTimeLimits,
  deliveryTimeQuantile,
  deliveryTimeRange
} from "../../src/events/analytics/countedAs.js"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const countsOf = (times: ReadonlyArray<number>): ReadonlyArray<number> => {
  const counts = Array.from({ length: deliveryTimeLimits.length + 1 }, () => 0)
  for (const took of times) {
    const range = deliveryTimeRange({ created_at: 1_000, sent_at: 1_000 + took })
    if (range !== undefined) counts[range] = (counts[range] ?? 0) + 1
  }
  return counts
}

describe("the time from acceptance to handover", () => {
  it.each([
    [{ created_at: 100, sent_at: null }, undefined],
    [{ created_at: 100, sent_at: 100 }, 0],
    [{ created_at: 100, sent_at: 90 }, 0],
    [{ created_at: 100, sent_at: 120 }, 0],
    [{ created_at: 100, sent_at: 121 }, 1],
    [{ created_at: 100, scheduled_at: 5_000, sent_at: 5_060 }, 2],
    [{ created_at: 100, scheduled_at: 50, sent_at: 160 }, 2],
    [{ created_at: 0, sent_at: 43_200_000 }, 14],
    [{ created_at: 0, sent_at: 43_200_001 }, 15]
  ])("of %j is counted in range %s", (times, range) => {
    expect(deliveryTimeRange(times)).toBe(range)
  })

  it("has no quantiles without messages", () => {
    expect(deliveryTimeQuantile([], 0.5)).toBeNull()
    expect(deliveryTimeQuantile(countsOf([]), 0.95)).toBeNull()
  })

  it("has quantiles within the range of the message that they name", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 43_200_000 }), { minLength: 1, maxLength: 50 }),
        fc.constantFrom(0.5, 0.95),
        (times, part) => {
          const sorted = [...times].sort((a, b) => a - b)
          const exact = sorted[Math.ceil(times.length * part) - 1] ?? 0
          const limit = deliveryTimeLimits.find((one) => exact <= one) ?? 0
          const estimated = deliveryTimeQuantile(countsOf(times), part) ?? -1
          expect(estimated).toBeLessThanOrEqual(limit)
          expect(estimated).toBeGreaterThanOrEqual(
            deliveryTimeLimits[deliveryTimeLimits.indexOf(limit as never) - 1] ?? 0
          )
        }
      )
    )
  })

  it("never says more than the last limit", () => {
    expect(deliveryTimeQuantile(countsOf([1e9, 1e10]), 0.5)).toBe(43_200_000)
  })
})
