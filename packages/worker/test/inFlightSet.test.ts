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
      const waiting = yield* Effect.forkChild(inFlight.hasFreeSlot)
      yield* Effect.repeat(Effect.yieldNow, { times: 10 })
      expect(waiting.pollUnsafe()).toBeUndefined()
      yield* Deferred.succeed(over, undefined)
      yield* Fiber.join(waiting)
      expect(inFlight.freeSlots()).toBe(1)
    })
  )

  it.effect(
    "wakes who waits for it once what freed it has gone on, not in the middle of that",
    () =>
      Effect.gen(function* () {
        const inFlight = yield* makeInFlightSet<string>({ max: () => 1 })
        const order: Array<string> = []
        const over = yield* Deferred.make<void>()
        inFlight.begin("a", true, Deferred.await(over))
        const waiting = yield* Effect.forkChild(
          Effect.andThen(
            inFlight.hasFreeSlot,
            Effect.sync(() => order.push("woken"))
          )
        )
        yield* Effect.repeat(Effect.yieldNow, { times: 10 })
        inFlight.free("a")
        order.push("freed")
        yield* Fiber.join(waiting)
        expect(order).toEqual(["freed", "woken"])
        yield* Deferred.succeed(over, undefined)
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
      yield* Effect.yieldNow
      yield* Deferred.succeed(first, undefined)
      yield* Effect.repeat(Effect.yieldNow, { times: 10 })
      expect([inFlight.keys(), inFlight.freeSlots(), inFlight.fibers()]).toEqual([["a"], 1, all])
      yield* Deferred.succeed(second, undefined)
      yield* inFlight.isEmpty
      expect([inFlight.keys(), inFlight.freeSlots()]).toEqual([[], 2])
    })
  )
})
