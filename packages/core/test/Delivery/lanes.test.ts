import { it } from "@effect/vitest"
import { HandOver } from "@telemark/core"
import { Clock, Deferred, Effect, Fiber, TestClock } from "effect"
import { describe, expect } from "vitest"
import { makeLanes, platformRoute, type Route } from "../../src/Delivery/lanes.js"

const route: Route = { name: "tn_a", id: "smtp_1", limits: { concurrency: 2, interval: 0 } }
const taken = HandOver.Accepted({ provider: "smtp", response: "250 ok" })
const busy = HandOver.Refused({ provider: "smtp", stage: "rcpt", reply: { code: 421, enhanced: null, text: "too much" } })

/** Messages of a route under way: how many were begun, and what ends each. */
const makeServer = Effect.map(Deferred.make<HandOver>(), (answer) => {
  let begun = 0
  return {
    begun: () => begun,
    answer: (outcome: HandOver) => Deferred.succeed(answer, outcome),
    handOver: Effect.suspend(() => {
      begun++
      return Deferred.await(answer)
    })
  }
})
const soon = Effect.yieldNow()
const rounds = Effect.repeatN(soon, 20)

describe("a lane", () => {
  it.effect("has no more messages under way than its route allows, and lets the others follow in line", () =>
    Effect.gen(function*() {
      const lanes = yield* makeLanes
      const server = yield* makeServer
      const room = yield* lanes.listenForRoom
      const all = yield* Effect.fork(Effect.all(Array.from({ length: 10 }, () => lanes.use(route, server.handOver)), { concurrency: "unbounded" }))
      yield* rounds
      expect(server.begun()).toBe(2)
      expect(lanes.closed(0).tenants).toEqual(["tn_a"])
      yield* server.answer(taken)
      expect(yield* Fiber.join(all)).toEqual(Array.from({ length: 10 }, () => taken))
      yield* room
      expect(lanes.closed(0).tenants).toEqual([])
    }))

  it.effect("lets all of a claim wait, however many they are: to send them away would cost them a second each", () =>
    Effect.gen(function*() {
      const lanes = yield* makeLanes
      const server = yield* makeServer
      const all = yield* Effect.fork(Effect.all(Array.from({ length: 200 }, () => lanes.use(route, server.handOver)), { concurrency: "unbounded" }))
      yield* rounds
      yield* server.answer(taken)
      expect((yield* Fiber.join(all)).every(({ _tag }) => _tag === "Accepted")).toBe(true)
    }))

  it.effect("tells every listener that was told it is closed, not only the first, when it has room again", () =>
    Effect.gen(function*() {
      const lanes = yield* makeLanes
      const server = yield* makeServer
      const listeners = yield* Effect.all([lanes.listenForRoom, lanes.listenForRoom])
      const all = yield* Effect.fork(Effect.all(Array.from({ length: 10 }, () => lanes.use(route, server.handOver)), { concurrency: "unbounded" }))
      yield* rounds
      expect(lanes.closed(0).tenants).toEqual(["tn_a"])
      expect(lanes.closed(0).tenants).toEqual(["tn_a"])
      yield* server.answer(taken)
      yield* Fiber.join(all)
      // One that begins to wait only now hears of it all the same.
      for (const heard of listeners) yield* heard
    }))

  it.effect("of the platform tells when it has room again", () =>
    Effect.gen(function*() {
      const lanes = yield* makeLanes
      const server = yield* makeServer
      const platform: Route = { name: platformRoute, id: platformRoute, limits: { concurrency: 2, interval: 0 } }
      const room = yield* lanes.listenForRoom
      const all = yield* Effect.fork(Effect.all(Array.from({ length: 4 }, () => lanes.use(platform, server.handOver)), { concurrency: "unbounded" }))
      yield* rounds
      expect(lanes.closed(0).platform).toBe(true)
      yield* server.answer(taken)
      yield* room
      expect(lanes.closed(0).platform).toBe(false)
      yield* Fiber.join(all)
    }))

  it.effect("that was found to have room takes the message that fills all lanes: refused, it would be claimed again and again", () =>
    Effect.gen(function*() {
      const lanes = yield* makeLanes
      const [crowd, server] = [yield* makeServer, yield* makeServer]
      const wide: Route = { name: "tn_wide", id: "smtp_wide", limits: { concurrency: 1000, interval: 0 } }
      const many = yield* Effect.fork(Effect.all(Array.from({ length: 499 }, () => lanes.use(wide, crowd.handOver)), { concurrency: "unbounded" }))
      yield* Effect.repeat(soon, { until: () => crowd.begun() === 499 })
      expect(lanes.closed(0).tenants).toEqual([])
      const last = yield* Effect.fork(lanes.use(wide, server.handOver))
      yield* rounds
      expect(server.begun()).toBe(1)
      expect(lanes.closed(0).tenants).toEqual(["tn_wide"])
      yield* crowd.answer(taken)
      yield* server.answer(taken)
      yield* Fiber.join(many)
      yield* Fiber.join(last)
    }))

  it.effect("that has no room since other lanes have all there is, tells when one of their messages ends", () =>
    Effect.gen(function*() {
      const lanes = yield* makeLanes
      const [crowd, quick, server] = [yield* makeServer, yield* makeServer, yield* makeServer]
      const wide: Route = { name: "tn_wide", id: "smtp_wide", limits: { concurrency: 1000, interval: 0 } }
      const many = yield* Effect.fork(Effect.all(Array.from({ length: 498 }, () => lanes.use(wide, crowd.handOver)), { concurrency: "unbounded" }))
      yield* Effect.repeat(soon, { until: () => crowd.begun() === 498 })
      const last = yield* Effect.fork(lanes.use(wide, quick.handOver))
      yield* Effect.repeat(soon, { until: () => quick.begun() === 1 })
      const own = yield* Effect.fork(lanes.use(route, server.handOver))
      yield* rounds
      expect(lanes.closed(0).tenants).toEqual(["tn_wide", "tn_a"])
      // Due at once, since it is claimed again only when there is room.
      expect(yield* lanes.use(route, server.handOver)).toEqual({ _tag: "Wait", until: 0 })
      const room = yield* lanes.listenForRoom
      yield* quick.answer(taken)
      yield* Fiber.join(last)
      yield* room
      expect(lanes.closed(0).tenants).toEqual([])
      yield* crowd.answer(taken)
      yield* server.answer(taken)
      yield* Fiber.join(many)
      yield* Fiber.join(own)
    }))

  it.effect("that is asked for less sends those in line away, and takes nothing until its rest is over", () =>
    Effect.gen(function*() {
      const lanes = yield* makeLanes
      const server = yield* makeServer
      const all = yield* Effect.fork(Effect.all(Array.from({ length: 6 }, () => lanes.use(route, server.handOver)), { concurrency: "unbounded" }))
      yield* rounds
      yield* server.answer(busy)
      const outcomes = yield* Fiber.join(all)
      expect(outcomes.filter(({ _tag }) => _tag === "Refused")).toHaveLength(2)
      expect(outcomes.filter((outcome) => outcome._tag === "Wait" && outcome.until === 60_000)).toHaveLength(4)
      expect(lanes.closed(59_999).tenants).toEqual(["tn_a"])
      expect(yield* lanes.use(route, Effect.succeed(taken))).toEqual({ _tag: "Wait", until: 60_000 })
      yield* TestClock.adjust("1 minute")
      expect(yield* lanes.use(route, Effect.succeed(taken))).toEqual(taken)
    }))

  it.effect("of a configuration that was replaced is forgotten with its rest", () =>
    Effect.gen(function*() {
      const lanes = yield* makeLanes
      yield* lanes.use(route, Effect.succeed(busy))
      expect(yield* lanes.use({ ...route, id: "smtp_2" }, Effect.succeed(taken))).toEqual(taken)
    }))

  it.effect("lets its users leave the line, and gives their place to the next", () =>
    Effect.gen(function*() {
      const lanes = yield* makeLanes
      const server = yield* makeServer
      const first = yield* Effect.fork(Effect.all([lanes.use(route, server.handOver), lanes.use(route, server.handOver)], { concurrency: 2 }))
      yield* rounds
      const leaver = yield* Effect.fork(lanes.use(route, Effect.die("it has left")))
      const stayer = yield* Effect.fork(lanes.use(route, server.handOver))
      yield* rounds
      yield* Fiber.interrupt(leaver)
      yield* server.answer(taken)
      expect(yield* Fiber.join(stayer)).toEqual(taken)
      yield* Fiber.join(first)
      expect(server.begun()).toBe(3)
    }))

  it.effect("with a pace begins its messages that far apart", () =>
    Effect.gen(function*() {
      const lanes = yield* makeLanes
      const paced: Route = { ...route, limits: { concurrency: 2, interval: 2000 } }
      const begun: Array<number> = []
      const noted = Effect.as(Effect.map(Clock.currentTimeMillis, (now) => { begun.push(now) }), taken)
      const all = yield* Effect.fork(Effect.all(Array.from({ length: 20 }, () => lanes.use(paced, noted)), { concurrency: "unbounded" }))
      yield* TestClock.adjust("30 seconds")
      const outcomes = yield* Fiber.join(all)
      expect(begun).toEqual(Array.from({ length: 16 }, (_, turn) => 2000 * turn))
      expect(outcomes.filter(({ _tag }) => _tag === "Wait")).toHaveLength(4)
      expect(lanes.closed(10_000).tenants).toEqual(["tn_a"])
      expect(lanes.closed(30_000).tenants).toEqual([])
    }))

  it.effect("of the platform holds up none of the tenants' own, nor the other way round", () =>
    Effect.gen(function*() {
      const lanes = yield* makeLanes
      const platform: Route = { name: platformRoute, id: platformRoute, limits: { concurrency: Infinity, interval: 0 } }
      yield* lanes.use(platform, Effect.succeed(busy))
      expect(lanes.closed(0)).toEqual({ platform: true, tenants: [] })
      expect(yield* lanes.use(route, Effect.succeed(taken))).toEqual(taken)
      expect(yield* lanes.use({ ...route, name: "tn_b" }, Effect.succeed(busy))).toEqual(busy)
      expect(lanes.closed(0).tenants).toEqual(["tn_b"])
    }))
})
