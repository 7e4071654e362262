import { describe, expect, it } from "vitest"
import { median, quantile } from "../src/quantiles.js"

describe("percentiles", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

  it.each([
    [0.5, 50],
    [0.99, 99],
    [1, 100]
  ])("the %d quantile of 1 to 100 is %d", (share, value) => {
    expect(quantile(hundred, share)).toBe(value)
  })

  it("the only value is all of them", () => {
    expect([quantile([7], 0.5), quantile([7], 0.99), median([7])]).toEqual([7, 7, 7])
  })

  it("the median of an even number is between the two in the middle", () => {
    expect(median([4, 1, 3, 2])).toBe(2.5)
  })
})
