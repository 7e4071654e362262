import { monthOf, secondsToNextMonth, timestamp } from "@telemark/core"
import { describe, expect, it } from "vitest"

describe("time", () => {
  it("is written as RFC 3339 in UTC with milliseconds", () => {
    expect(timestamp(0)).toBe("1970-01-01T00:00:00.000Z")
  })

  it("belongs to a calendar month in UTC", () => {
    expect(monthOf(Date.UTC(2026, 10, 30, 23, 59, 59, 999))).toBe("2026-11")
    expect(monthOf(Date.UTC(2026, 11, 1))).toBe("2026-12")
  })

  it("counts the seconds to the next month, over the turn of the year too", () => {
    expect(secondsToNextMonth(Date.UTC(2026, 11, 31, 23, 59, 0))).toBe(60)
    expect(secondsToNextMonth(Date.UTC(2026, 11, 31, 23, 59, 59, 999))).toBe(1)
  })
})
