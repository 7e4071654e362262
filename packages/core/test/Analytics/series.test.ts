import { divide, seriesOf, splitQueued } from "../../src/events/analytics/figures.js"
import { describe, expect, it } from "vitest"

const now = Date.UTC(2026, 10, 25, 18, 33, 11)
const starts = (period: "24h" | "7d" | "30d" | "90d") =>
  divide(period, now).starts.map((start) => new Date(start).toISOString())

describe("a series", () => {
  it.each([
    ["24h", "hour", 24, "2026-11-24T19:00:00.000Z", "2026-11-25T18:00:00.000Z"],
    ["7d", "hour", 168, "2026-11-18T19:00:00.000Z", "2026-11-25T18:00:00.000Z"],
    ["30d", "day", 30, "2026-10-27T00:00:00.000Z", "2026-11-25T00:00:00.000Z"],
    ["90d", "day", 90, "2026-08-28T00:00:00.000Z", "2026-11-25T00:00:00.000Z"]
  ] as const)(
    "of %s is by the %s, %i of them, the present one last",
    (period, interval, length, first, last) => {
      expect(divide(period, now).interval).toBe(interval)
      expect(starts(period)).toHaveLength(length)
      expect([starts(period)[0], starts(period).at(-1)]).toEqual([first, last])
    }
  )

  it("has zeros where nothing was counted, and counts as the summary does", () => {
    const division = divide("24h", now)
    const counted = [
      {
        starts_at: division.starts[3]!,
        counts: new Map([
          ["sent", 5],
          ["delivered", 4],
          ["bounced", 3],
          ["complained", 2],
          ["failed", 9],
          ["cancelled", 8],
          ["opened", 6],
          ["clicked", 1]
        ] as const)
      }
    ]
    const { data } = seriesOf("24h", division, counted)
    expect(data[3]).toEqual({
      start: "2026-11-24T22:00:00.000Z",
      sent: 14,
      delivered: 6,
      bounced: 3,
      complained: 2,
      failed: 1,
      opened: 6,
      clicked: 1,
      unsubscribed: 0
    })
    expect(data.filter(({ sent }) => sent > 0)).toHaveLength(1)
    expect(data[0]).toEqual({
      start: "2026-11-24T19:00:00.000Z",
      sent: 0,
      delivered: 0,
      bounced: 0,
      complained: 0,
      failed: 0,
      opened: 0,
      clicked: 0,
      unsubscribed: 0
    })
  })
})

describe("what is queued", () => {
  const waiting = { queued: 10, sending: 0, deferred: 5, scheduled: 4, due: 8, oldest_due_at: null }

  it.each([
    ["is what isn't scheduled", waiting, 100, { queued: 6, scheduled: 4 }],
    ["is never less than none", { ...waiting, queued: 3 }, 100, { queued: 0, scheduled: 4 }],
    [
      "is counted itself if too much is scheduled to be counted",
      { ...waiting, queued: 1000, scheduled: 100, due: 7 },
      100,
      { queued: 7, scheduled: 993 }
    ]
  ])("%s", (_, given, max, expected) => {
    expect(splitQueued(given, max)).toEqual(expected)
  })
})
