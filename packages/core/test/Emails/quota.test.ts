import { exceedsQuota } from "@telemark/core"
import { describe, expect, it } from "vitest"

describe("a month's quota", () => {
  it.each<[monthly_limit: number | null, recipients: number, used: number, isExceeded: boolean]>([
    [null, 1000, 1_000_000, false],
    [3, 2, 1, false],
    [3, 2, 2, true],
    [0, 1, 0, true],
    [0, 0, 0, false],
    [3, 0, 7, false]
  ])(
    "of %s is exceeded by %d recipients after %d: %s",
    (monthly_limit, recipients, used, isExceeded) => {
      expect(exceedsQuota({ monthly_limit }, recipients, used)).toBe(isExceeded)
    }
  )
})
