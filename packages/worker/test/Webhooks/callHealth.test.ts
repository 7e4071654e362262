import { describe, expect, it } from "vitest"
import { afterAnswer, type CallHealth, freshHealth } from "../../src/webhooks/callHealth.js"

const now = 1_000_000

const fail = (health: CallHealth, failuresBefore = health.failures): CallHealth =>
  afterAnswer(health, { taken: false, duration_ms: 10, failuresBefore }, now)
const take = (health: CallHealth, duration_ms = 10): CallHealth =>
  afterAnswer(health, { taken: true, duration_ms, failuresBefore: 0 }, now)

const failedTimes = (times: number): CallHealth =>
  Array.from({ length: times }).reduce<CallHealth>((health) => fail(health), freshHealth(null))

describe("the health of an endpoint", () => {
  it("is unknown at first, unless the storage knows that it has been failing", () => {
    expect(freshHealth(null).answers).toBe("unknown")
    expect(freshHealth(now - 5)).toMatchObject({ answers: "badly", failures: 1 })
  })

  it("is good or bad by its last attempt alone, whatever was before", () => {
    expect(fail(take(freshHealth(null))).answers).toBe("badly")
    expect(take(failedTimes(50))).toEqual({
      answers: "quickly",
      failures: 0,
      backsOffUntil: 0,
      watchedUntil: 0
    })
  })

  it("is slow from two seconds on", () => {
    expect(take(freshHealth(null), 1999).answers).toBe("quickly")
    expect(take(freshHealth(null), 2000).answers).toBe("slowly")
  })

  it("backs it off from the fifth failure in a row: 1 s, 2 s, 4 s, and never longer than a minute", () => {
    const backsOff = Array.from(
      { length: 14 },
      (_, index) => Math.max(0, failedTimes(index + 1).backsOffUntil - now) / 1000
    )
    expect(backsOff).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
    expect(failedTimes(2000).backsOffUntil - now).toBe(60_000)
  })

  it("counts failures of concurrent attempts once", () => {
    const together = Array.from({ length: 10 }).reduce<CallHealth>(
      (health) => fail(health, 0),
      freshHealth(null)
    )
    expect(together).toEqual({ answers: "badly", failures: 1, backsOffUntil: now, watchedUntil: 0 })
    expect(fail(together)).toMatchObject({ failures: 2 })
  })
})
