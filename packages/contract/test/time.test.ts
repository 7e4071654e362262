import { monthOf, readInstant, secondsToNextMonth, timestamp } from "@telemark/contract"
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

  it.each([
    ["2026-01-31T09:00:00Z", Date.UTC(2026, 0, 31, 9)],
    ["2026-01-31t09:00:00z", Date.UTC(2026, 0, 31, 9)],
    ["2024-02-29T09:00Z", Date.UTC(2024, 1, 29, 9)],
    ["2026-01-31T09:00Z", Date.UTC(2026, 0, 31, 9)],
    ["2026-01-31T09:00:00.123Z", Date.UTC(2026, 0, 31, 9, 0, 0, 123)],
    ["2026-01-31T09:00:00+02:00", Date.UTC(2026, 0, 31, 7)]
  ])("is read from %s", (text, millis) => {
    expect(readInstant(text)).toBe(millis)
  })

  it.each([
    "",
    "now",
    "2026-01-31",
    "2026-01-31 09:00:00Z",
    "2026-01-31T09:00:00",
    "2026-13-01T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "2026-01-31T25:00:00Z",
    "0",
    "1e9"
  ])("isn't read from %j", (text) => {
    expect(readInstant(text)).toBeUndefined()
  })
})
