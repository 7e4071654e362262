import { afterOutcome, freshThrottle, type RouteSignal, type Throttle } from "@telemark/core"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"

const minute = 60_000
const limits = { concurrency: 8, interval: 0 }
const fresh = freshThrottle(limits)

const ask = (asks: RouteSignal["asks"], isDaily = false): RouteSignal => ({
  asks,
  of: "route",
  isDaily,
  isPressing: false
})
const after = (throttle: Throttle, asks: RouteSignal["asks"], now: number, inFlight = 8) =>
  afterOutcome(throttle, ask(asks), { limits, inFlight, now })
const times = (throttle: Throttle, count: number, asks: RouteSignal["asks"], now: number) =>
  Array.from({ length: count }).reduce<Throttle>((current) => after(current, asks, now), throttle)

describe("a route that asks for less", () => {
  it("gets half, and a back-off of a minute that doubles up to a quarter of an hour", () => {
    const first = after(fresh, "slow_down", 0)
    expect(first).toMatchObject({ concurrency: 4, backOffUntil: minute })
    const second = after(first, "slow_down", minute)
    expect(second).toMatchObject({ concurrency: 2, backOffUntil: 3 * minute })
    const later = [3, 7, 15, 30].reduce(
      (throttle, at) => after(throttle, "slow_down", at * minute),
      second
    )
    expect(later).toMatchObject({ concurrency: 1, backOffUntil: 45 * minute })
  })

  it("doesn't back off twice because of messages that were in flight together", () => {
    expect(times(fresh, 5, "slow_down", 0)).toEqual(after(fresh, "slow_down", 0))
  })

  it("gets one more after 20 messages taken, and backs off a minute again the next time", () => {
    const slow = after(fresh, "slow_down", 0)
    expect(times(slow, 19, "accepted", minute).concurrency).toBe(4)
    const better = times(slow, 20, "accepted", minute)
    expect(better.concurrency).toBe(5)
    expect(after(better, "slow_down", 2 * minute).backOffUntil).toBe(3 * minute)
    expect(times(slow, 80, "accepted", minute)).toMatchObject({ concurrency: 8 })
  })

  it("doesn't recover through messages that were begun before the back-off", () => {
    const slow = after(fresh, "slow_down", 0)
    expect(times(slow, 100, "accepted", minute - 1)).toEqual(slow)
  })

  it("without a limit of its own gets half of what was in flight", () => {
    const endless = { concurrency: Infinity, interval: 0 }
    expect(
      afterOutcome(freshThrottle(endless), ask("slow_down"), {
        limits: endless,
        inFlight: 20,
        now: 0
      }).concurrency
    ).toBe(10)
  })
})

describe("a route that takes fewer connections than are opened", () => {
  it("keeps those that are open, without a back-off, and gets one more after five minutes", () => {
    const seven = after(fresh, "fewer_connections", 0, 8)
    expect(seven).toMatchObject({ concurrency: 7, backOffUntil: 0 })
    const six = after(seven, "fewer_connections", 1, 7)
    expect(six).toMatchObject({ concurrency: 6, backOffUntil: 0 })
    expect(times(six, 1000, "accepted", 5 * minute)).toMatchObject({ concurrency: 6 })
    const more = times(six, 20, "accepted", 5 * minute + 1)
    expect(more.concurrency).toBe(7)
    expect(after(more, "fewer_connections", 6 * minute, 7)).toMatchObject({
      concurrency: 6,
      backOffUntil: 0
    })
  })

  it("backs off once no other is open, as one that refuses all", () => {
    let throttle = fresh
    for (let inFlight = 8; inFlight > 1; inFlight--)
      throttle = after(throttle, "fewer_connections", 0, inFlight)
    expect(throttle).toMatchObject({ concurrency: 1, backOffUntil: 0 })
    expect(after(throttle, "fewer_connections", 0, 1)).toMatchObject({
      concurrency: 1,
      backOffUntil: minute
    })
  })

  it("waits where it names a limit by the day", () => {
    expect(
      afterOutcome(fresh, ask("fewer_connections", true), { limits, inFlight: 8, now: 0 })
    ).toMatchObject({ backOffUntil: 60 * minute })
  })
})

describe("a route with a limit by the day", () => {
  it("backs off for an hour, and then for two at most", () => {
    const daily = (throttle: Throttle, now: number) =>
      afterOutcome(throttle, ask("slow_down", true), { limits, inFlight: 1, now })
    const first = daily(after(fresh, "slow_down", 0), minute)
    expect(first).toMatchObject({ backOffUntil: 61 * minute, isDaily: true })
    const second = daily(first, 61 * minute)
    expect(second.backOffUntil).toBe(181 * minute)
    expect(daily(second, 181 * minute).backOffUntil).toBe(301 * minute)
    expect(after(second, "slow_down", 181 * minute)).toMatchObject({
      backOffUntil: 196 * minute,
      isDaily: false
    })
  })
})

describe("a route that refuses us", () => {
  it("backs off for five minutes, and then takes one at a time until it has proved itself", () => {
    const refusing = after(fresh, "refuses_us", 0)
    expect(refusing).toMatchObject({ concurrency: 1, backOffUntil: 5 * minute })
    expect(after(refusing, "refuses_us", 5 * minute).backOffUntil).toBe(10 * minute)
    expect(times(refusing, 20, "accepted", 5 * minute).concurrency).toBe(2)
  })
})

it("never falls below one message at once nor rises above the limit", () => {
  const signals = FastCheck.array(
    FastCheck.tuple(
      FastCheck.constantFrom<RouteSignal["asks"]>("accepted", "slow_down", "refuses_us", "nothing"),
      FastCheck.nat(2 * minute),
      FastCheck.integer({ min: 1, max: 8 })
    )
  )
  FastCheck.assert(
    FastCheck.property(signals, (steps) => {
      let now = 0
      let throttle = fresh
      for (const [signal, wait, inFlight] of steps) {
        now += wait
        throttle = after(throttle, signal, now, inFlight)
        expect(throttle.concurrency).toBeGreaterThanOrEqual(1)
        expect(throttle.concurrency).toBeLessThanOrEqual(limits.concurrency)
        expect(throttle.backOffUntil - now).toBeLessThanOrEqual(15 * minute)
      }
    })
  )
})
