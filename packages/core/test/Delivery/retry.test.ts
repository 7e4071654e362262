import { defaultRetryPolicy, nextRetry, parseDuration, parseRetrySchedule } from "@telemark/core"
import { Result } from "effect"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"

const minute = 60_000
const hour = 60 * minute

/** The whole ladder without jitter: minutes after acceptance at which attempts are made. */
const schedule = (): ReadonlyArray<number> => {
  const times: Array<number> = []
  let now: number | undefined = 0
  for (let attempts = 1; now !== undefined; attempts++) {
    times.push(now / minute)
    now = nextRetry(defaultRetryPolicy, { attempts, begun: 0, now, random: 0.5 })
  }
  return times
}

describe("the next attempt", () => {
  it("follows the retry schedule, and the last one is made when the message is a day old", () => {
    expect(schedule()).toEqual([0, 1, 6, 16, 36, 76, 156, 316, 556, 796, 1036, 1276, 1440])
  })

  it("is randomised by a fifth either way", () => {
    const at = (random: number) =>
      nextRetry(defaultRetryPolicy, { attempts: 2, begun: 0, now: 0, random })
    expect([at(0), at(1)]).toEqual([4 * minute, 6 * minute])
  })

  it("is not made once the message is too old", () => {
    expect(
      nextRetry(defaultRetryPolicy, { attempts: 3, begun: 0, now: 24 * hour, random: 0 })
    ).toBeUndefined()
  })

  it("always lies ahead, and never past the age of giving up", () => {
    const input = FastCheck.record({
      attempts: FastCheck.integer({ min: 0, max: 1_000 }),
      begun: FastCheck.constant(0),
      now: FastCheck.integer({ min: 0, max: 30 * hour }),
      random: FastCheck.double({ min: 0, max: 1, noNaN: true })
    })
    FastCheck.assert(
      FastCheck.property(input, (given) => {
        const next = nextRetry(defaultRetryPolicy, given)
        if (next === undefined) expect(given.now).toBeGreaterThanOrEqual(24 * hour)
        else {
          expect(next).toBeGreaterThan(given.now)
          expect(next).toBeLessThanOrEqual(24 * hour)
        }
      })
    )
  })
})

describe("a schedule as text", () => {
  it("is read into milliseconds", () => {
    expect(parseRetrySchedule("500ms, 90s,5m,4h,1d")).toEqual(
      Result.succeed([500, 90_000, 300_000, 4 * hour, 24 * hour])
    )
    expect(parseDuration("24h")).toEqual(Result.succeed(24 * hour))
  })

  it.each(["", "5", "m", "5m,,1h", "-1m", "0s", "1.5h", "5 minutes"])("is refused: %j", (text) => {
    expect(Result.isFailure(parseRetrySchedule(text))).toBe(true)
  })
})
