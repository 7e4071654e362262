import { afterOutcome, type BrokenReason, freshThrottle, HandOver, type RouteSignal, signalOf, type Stage, type Throttle } from "@telemark/core"
import { FastCheck } from "effect"
import { describe, expect, it } from "vitest"

const minute = 60_000
const limits = { concurrency: 8, interval: 0 }
const fresh = freshThrottle(limits)

const after = (throttle: Throttle, signal: RouteSignal, now: number, inFlight = 8) => afterOutcome(throttle, signal, { limits, inFlight, now })
const times = (throttle: Throttle, count: number, signal: RouteSignal, now: number) =>
  Array.from({ length: count }).reduce<Throttle>((current) => after(current, signal, now), throttle)

const refused = (stage: Stage, code: number, enhanced: string | null, text: string) =>
  HandOver.Refused({ provider: "smtp", stage, reply: { code, enhanced, text } })
const broken = (stage: Stage, reason: BrokenReason) => HandOver.Broken({ provider: "smtp", stage, reason, ambiguous: false })

describe("an outcome tells of its route", () => {
  it.each<[string, HandOver, RouteSignal]>([
    ["taken", HandOver.Accepted({ provider: "smtp", response: "250 ok" }), "accepted"],
    ["421 at the greeting", refused("greeting", 421, null, "too many connections"), "slow_down"],
    ["421 at the recipient", refused("rcpt", 421, "4.7.0", "try later"), "slow_down"],
    ["a rate limit", refused("rcpt", 450, "4.7.28", "unusual rate of mail"), "slow_down"],
    ["greylisting", refused("rcpt", 451, "4.7.1", "Greylisted, come back later"), "nothing"],
    ["an unknown user", refused("rcpt", 550, "5.1.1", "no such user"), "nothing"],
    ["a refused login", refused("auth", 535, "5.7.8", "bad credentials"), "refuses_us"],
    ["a login that fails for now", refused("auth", 454, "4.7.0", "temporary failure"), "nothing"],
    ["a login asked for at MAIL, perhaps for this sender", refused("mail", 530, "5.7.0", "authentication required"), "nothing"],
    ["a sender that may not be used", refused("mail", 550, "5.7.1", "sender not allowed"), "nothing"],
    ["a greeting of 554", refused("greeting", 554, null, "no service"), "refuses_us"],
    ["a wrong certificate", broken("tls", "certificate"), "refuses_us"],
    ["no login offered", broken("auth", "no_login"), "refuses_us"],
    ["an address that the policy closes", broken("connect", "policy"), "refuses_us"],
    ["a server that is down", broken("connect", "refused"), "nothing"],
    ["a message that doesn't fit", HandOver.Unsendable({ provider: "smtp", reason: "size" }), "nothing"]
  ])("%s", (_, outcome, signal) => {
    expect(signalOf(outcome)).toBe(signal)
  })
})

describe("a route that asks for less", () => {
  it("gets half, and a rest of a minute that doubles up to a quarter of an hour", () => {
    const first = after(fresh, "slow_down", 0)
    expect(first).toMatchObject({ concurrency: 4, restsUntil: minute })
    const second = after(first, "slow_down", minute)
    expect(second).toMatchObject({ concurrency: 2, restsUntil: 3 * minute })
    const later = [3, 7, 15, 30].reduce((throttle, at) => after(throttle, "slow_down", at * minute), second)
    expect(later).toMatchObject({ concurrency: 1, restsUntil: 45 * minute })
  })

  it("is not asked twice by messages that were under way together", () => {
    expect(times(fresh, 5, "slow_down", 0)).toEqual(after(fresh, "slow_down", 0))
  })

  it("gets one more after 20 messages taken, and rests a minute again the next time", () => {
    const slow = after(fresh, "slow_down", 0)
    expect(times(slow, 19, "accepted", minute).concurrency).toBe(4)
    const better = times(slow, 20, "accepted", minute)
    expect(better.concurrency).toBe(5)
    expect(after(better, "slow_down", 2 * minute).restsUntil).toBe(3 * minute)
    expect(times(slow, 80, "accepted", minute)).toMatchObject({ concurrency: 8 })
  })

  it("isn't well again by messages that were begun before the rest", () => {
    const slow = after(fresh, "slow_down", 0)
    expect(times(slow, 100, "accepted", minute - 1)).toEqual(slow)
  })

  it("without a limit of its own has half of what was under way", () => {
    const endless = { concurrency: Infinity, interval: 0 }
    expect(afterOutcome(freshThrottle(endless), "slow_down", { limits: endless, inFlight: 20, now: 0 }).concurrency).toBe(10)
  })
})

describe("a route that refuses us", () => {
  it("rests for five minutes, and then takes one at a time until it has proved itself", () => {
    const refusing = after(fresh, "refuses_us", 0)
    expect(refusing).toMatchObject({ concurrency: 1, restsUntil: 5 * minute })
    expect(after(refusing, "refuses_us", 5 * minute).restsUntil).toBe(10 * minute)
    expect(times(refusing, 20, "accepted", 5 * minute).concurrency).toBe(2)
  })
})

it("never falls below one message at once nor rises above the limit", () => {
  const signals = FastCheck.array(FastCheck.tuple(
    FastCheck.constantFrom<RouteSignal>("accepted", "slow_down", "refuses_us", "nothing"),
    FastCheck.nat(2 * minute),
    FastCheck.integer({ min: 1, max: 8 })
  ))
  FastCheck.assert(FastCheck.property(signals, (steps) => {
    let now = 0
    let throttle = fresh
    for (const [signal, wait, inFlight] of steps) {
      now += wait
      throttle = after(throttle, signal, now, inFlight)
      expect(throttle.concurrency).toBeGreaterThanOrEqual(1)
      expect(throttle.concurrency).toBeLessThanOrEqual(limits.concurrency)
      expect(throttle.restsUntil - now).toBeLessThanOrEqual(15 * minute)
    }
  }))
})
