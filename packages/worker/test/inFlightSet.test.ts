import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { makeInFlightSet } from "../src/inFlightSet.js"

describe("room in a worker's hand", () => {
  it.effect("is waited for where there are fewer places than before, though there was room then", () =>
    Effect.gen(function*() {
      let max = 2
      const inFlight = yield* makeInFlightSet<string>({ max: () => max })
      const over = yield* Deferred.make<void>()
      inFlight.begin("a", true, Deferred.await(over))
      expect(inFlight.freeSlots()).toBe(1)
      max = 1
      expect(inFlight.freeSlots()).toBe(0)
      const waiting = yield* Effect.fork(inFlight.hasFreeSlot)
      yield* Effect.repeatN(Effect.yieldNow(), 10)
      expect(waiting.unsafePoll()).toBeNull()
      yield* Deferred.succeed(over, undefined)
      yield* Fiber.join(waiting)
      expect(inFlight.freeSlots()).toBe(1)
    }))
})

describe("what is taken again before the work that gave it back has ended", () => {
  it.effect("stays in hand, in its place, until the later work ends", () =>
    Effect.gen(function*() {
      const inFlight = yield* makeInFlightSet<string>({ max: () => 2 })
      const [first, second] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      inFlight.begin("a", true, Deferred.await(first))
      inFlight.free("a")
      inFlight.begin("a", true, Deferred.await(second))
      const all = inFlight.fibers()
      yield* Effect.yieldNow()
      yield* Deferred.succeed(first, undefined)
      yield* Effect.repeatN(Effect.yieldNow(), 10)
      expect([inFlight.keys(), inFlight.freeSlots(), inFlight.fibers()]).toEqual([["a"], 1, all])
      yield* Deferred.succeed(second, undefined)
      yield* inFlight.isEmpty
      expect([inFlight.keys(), inFlight.freeSlots()]).toEqual([[], 2])
    }))
})
