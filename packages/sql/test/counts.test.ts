import { type EmailStatus, emailStatuses } from "@telemark/core"
import { FastCheck } from "effect"
import { describe, expect, it } from "vitest"
import { type Change, type Count, differences, hourMillis, netChanges } from "../src/Counts/index.js"

const change = (from: EmailStatus | null, to: EmailStatus | null, created_at = 0, tenant_id = "a"): Change => ({
  tenant_id, created_at, from, to
})
const count = (status: EmailStatus, by: number, hour = 0, tenant_id = "a"): Count => ({ tenant_id, hour, status, count: by })

describe("what changes come to", () => {
  it.each([
    ["nothing", [], []],
    ["a message that comes", [change(null, "queued")], [count("queued", 1)]],
    ["a message that moves on", [change("queued", "sending")], [count("queued", -1), count("sending", 1)]],
    ["a message that goes", [change("sent", null)], [count("sent", -1)]],
    ["a message that stays what it was", [change("sending", "sending")], []],
    ["two that change places", [change("sent", "bounced"), change("bounced", "sent")], []],
    ["many of one hour", [change(null, "queued", 0), change(null, "queued", hourMillis - 1)], [count("queued", 2)]],
    ["two hours", [change(null, "queued", hourMillis), change(null, "queued", hourMillis - 1)], [count("queued", 1), count("queued", 1, 1)]],
    [
      "hours in the order of numbers, tenants first",
      [change(null, "sent", 10 * hourMillis, "b"), change(null, "sent", 9 * hourMillis, "b"), change(null, "sent", 11 * hourMillis)],
      [count("sent", 1, 11), count("sent", 1, 9, "b"), count("sent", 1, 10, "b")]
    ]
  ])("%s", (_, changes, expected) => {
    expect(netChanges(changes)).toEqual(expected)
  })
})

const anyStatus = FastCheck.constantFrom(...emailStatuses)
const anyCount = FastCheck.record({
  tenant_id: FastCheck.constantFrom("a", "b"),
  hour: FastCheck.integer({ min: 0, max: 3 }),
  status: anyStatus,
  count: FastCheck.integer({ min: -5, max: 5 })
})
const anyCounters = FastCheck.uniqueArray(anyCount, { selector: ({ hour, status, tenant_id }) => `${tenant_id} ${String(hour)} ${status}` })
const keyed = (...counts: ReadonlyArray<Count>): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const { count: by, hour, status, tenant_id } of counts) {
    const key = `${tenant_id} ${String(hour)} ${status}`
    sums.set(key, (sums.get(key) ?? 0) + by)
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0))
}

describe("the differences between kept and actual counters", () => {
  it("make the kept ones right, and nothing else", () => {
    FastCheck.assert(FastCheck.property(anyCounters, anyCounters, (kept, actual) => {
      const wrong = differences(kept, actual)
      expect(keyed(...kept, ...wrong)).toEqual(keyed(...actual))
      for (const { count: by } of wrong) expect(by).not.toBe(0)
    }))
  })

  it.each([
    ["none are kept", [], [count("sent", 3)], [count("sent", 3)]],
    ["one is too many", [count("sent", 3)], [], [count("sent", -3)]],
    ["one is negative", [count("queued", -1)], [count("queued", 2)], [count("queued", 3)]],
    ["a kept one is zero", [count("queued", 0)], [], []],
    ["all are right", [count("queued", 1), count("sent", 2)], [count("sent", 2), count("queued", 1)], []]
  ])("when %s", (_, kept, actual, expected) => {
    expect(differences(kept, actual)).toEqual(expected)
  })
})
