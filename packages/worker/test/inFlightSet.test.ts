import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { makeInFlightSet } from "../src/inFlightSet.js"

describe("a free slot in a worker's in-flight set", () => {
  it.effect("is waited for if there are fewer slots than before, though one was free then", () =>
    Effect.gen(function* () {
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
    })
  )
})

describe("a message that is claimed again before the work that released it has ended", () => {
  it.effect("stays in flight, in its slot, until the later work ends", () =>
    Effect.gen(function* () {
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
    })
  )
})
