import { type EmailStatus, emailStatuses } from "@telemark/contract"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import { perColumn } from "../../src/events/analytics/countedAs.js"
import {
  type Change,
  differences,
  firstWhole,
  millisOf,
  netChanges,
  type PeriodCounts,
  startOf,
  withDays
} from "../../src/events/analytics/periodCounts.js"

const { day, hour } = millisOf
const change = (
  from: EmailStatus | null,
  to: EmailStatus | null,
  created_at = 0,
  tenant_id = "a"
): Change => ({
  tenant_id,
  created_at,
  from,
  to
})
const counts = (
  period: "hour" | "day",
  counted: Partial<Record<EmailStatus, number>>,
  starts_at = 0,
  tenant_id = "a"
): PeriodCounts => ({
  tenant_id,
  period,
  starts_at,
  ...perColumn(() => 0),
  ...counted
})
/** The same in an hour and in its day. */
const both = (counted: Partial<Record<EmailStatus, number>>) => [
  counts("day", counted),
  counts("hour", counted)
]

describe("the periods of an instant", () => {
  it.each([
    ["hour", 0, 0, 0],
    ["hour", 1, 0, hour],
    ["hour", hour - 1, 0, hour],
    ["hour", hour, hour, hour],
    ["hour", day + 1, day, day + hour],
    ["day", 0, 0, 0],
    ["day", 1, 0, day],
    ["day", day - 1, 0, day],
    ["day", day, day, day],
    ["day", 3 * day + hour, 3 * day, 4 * day]
  ] as const)("%s of %i", (period, instant, start, first) => {
    expect([startOf(period, instant), firstWhole(period, instant)]).toEqual([start, first])
  })
})

describe("what changes come to", () => {
  it.each([
    ["nothing", [], []],
    ["a message that comes", [change(null, "queued")], both({ queued: 1 })],
    ["a message that moves on", [change("queued", "sending")], both({ queued: -1, sending: 1 })],
    ["a message that goes", [change("sent", null)], both({ sent: -1 })],
    ["a message that stays what it was", [change("sending", "sending")], []],
    ["two that change places", [change("sent", "bounced"), change("bounced", "sent")], []],
    [
      "many of one hour",
      [change(null, "queued", 0), change(null, "queued", hour - 1)],
      both({ queued: 2 })
    ],
    [
      "two hours of a day",
      [change(null, "queued", hour), change(null, "sent", hour - 1)],
      [
        counts("day", { queued: 1, sent: 1 }),
        counts("hour", { sent: 1 }),
        counts("hour", { queued: 1 }, hour)
      ]
    ],
    [
      "two hours of a day that stays what it was",
      [change("sent", "bounced", 0), change("bounced", "sent", hour)],
      [counts("hour", { sent: -1, bounced: 1 }), counts("hour", { sent: 1, bounced: -1 }, hour)]
    ],
    [
      "the last instant of a day and the first of the next",
      [change(null, "sent", day - 1), change(null, "sent", day)],
      [
        counts("day", { sent: 1 }),
        counts("day", { sent: 1 }, day),
        counts("hour", { sent: 1 }, day - hour),
        counts("hour", { sent: 1 }, day)
      ]
    ],
    [
      "periods in the order of numbers, tenants first, days before hours",
      [
        change(null, "sent", 10 * hour, "b"),
        change(null, "sent", 9 * hour, "b"),
        change(null, "sent", 11 * hour)
      ],
      [
        counts("day", { sent: 1 }),
        counts("hour", { sent: 1 }, 11 * hour),
        counts("day", { sent: 2 }, 0, "b"),
        counts("hour", { sent: 1 }, 9 * hour, "b"),
        counts("hour", { sent: 1 }, 10 * hour, "b")
      ]
    ]
  ])("%s", (_, changes, expected) => {
    expect(netChanges(changes)).toEqual(expected)
  })
})

const keyOf = ({ period, starts_at, tenant_id }: PeriodCounts) =>
  `${tenant_id} ${period} ${String(starts_at)}`
const anyNumber = FastCheck.integer({ min: -5, max: 5 })
const anyCounts = FastCheck.record({
  tenant_id: FastCheck.constantFrom("a", "b"),
  period: FastCheck.constantFrom("hour" as const, "day" as const),
  starts_at: FastCheck.integer({ min: 0, max: 3 }).map((index) => index * day),
  ...perColumn(() => anyNumber)
})
const anyCounters = FastCheck.uniqueArray(anyCounts, { selector: keyOf })
/** Each counter that isn't zero, after all have been added up. */
const keyed = (...all: ReadonlyArray<PeriodCounts>): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const one of all) {
    for (const status of emailStatuses) {
      const key = `${keyOf(one)} ${status}`
      sums.set(key, (sums.get(key) ?? 0) + one[status])
    }
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0))
}

describe("the differences between kept and actual counters", () => {
  it("make the kept ones right, and touch no other period", () => {
    FastCheck.assert(
      FastCheck.property(anyCounters, anyCounters, (kept, actual) => {
        const wrong = differences(kept, actual)
        expect(keyed(...kept, ...wrong)).toEqual(keyed(...actual))
        for (const one of wrong) expect(keyed(one).size).toBeGreaterThan(0)
      })
    )
  })

  it.each([
    ["none are kept", [], [counts("hour", { sent: 3 })], [counts("hour", { sent: 3 })]],
    ["one is too many", [counts("hour", { sent: 3 })], [], [counts("hour", { sent: -3 })]],
    [
      "one is negative",
      [counts("day", { queued: -1 })],
      [counts("day", { queued: 2 })],
      [counts("day", { queued: 3 })]
    ],
    ["all kept ones are zero", [counts("hour", {})], [], []],
    [
      "a day is right and its hour isn't",
      both({ sent: 2 }),
      [counts("day", { sent: 2 }), counts("hour", { sent: 1 })],
      [counts("hour", { sent: -1 })]
    ],
    ["all are right", both({ queued: 1, sent: 2 }), both({ queued: 1, sent: 2 }).reverse(), []]
  ])("when %s", (_, kept, actual, expected) => {
    expect(differences(kept, actual)).toEqual(expected)
  })
})

describe("days", () => {
  it("are what their hours come to", () => {
    const hours = [
      counts("hour", { sent: 1 }, day - hour),
      counts("hour", { sent: 2, queued: 1 }, day),
      counts("hour", { sent: 4 }, 2 * day - hour)
    ]
    expect(withDays(hours)).toEqual([
      counts("day", { sent: 1 }),
      counts("day", { sent: 6, queued: 1 }, day),
      ...hours
    ])
  })
})
