import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { makeInFlightSet } from "../src/inFlightSet.js"

const leased = (work: Effect.Effect<void>, owner = "tn_a", octets = 1) => ({
  item: owner,
  owner,
  octets,
  begin: (ended: () => void) => {
    const fiber = Effect.runFork(Effect.andThen(Effect.yieldNow, work))
    fiber.addObserver(ended)
    return () => {
      fiber.interruptUnsafe()
    }
  }
})

describe("a free slot in a worker's in-flight set", () => {
  it.effect("is waited for if there are fewer slots than before, though one was free then", () =>
    Effect.gen(function* () {
      let max = 2
      const inFlight = yield* makeInFlightSet<string>({ max: () => max })
      const over = yield* Deferred.make<void>()
      inFlight.begin("a", leased(Deferred.await(over)))
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
        inFlight.begin("a", leased(Deferred.await(over)))
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
      inFlight.begin("a", leased(Deferred.await(first)))
      inFlight.free("a")
      inFlight.begin("a", leased(Deferred.await(second)))
      yield* Effect.yieldNow
      yield* Deferred.succeed(first, undefined)
      yield* Effect.repeat(Effect.yieldNow, { times: 10 })
      expect([inFlight.keys(), inFlight.freeSlots()]).toEqual([["a"], 1])
      yield* Deferred.succeed(second, undefined)
      yield* inFlight.isEmpty
      expect([inFlight.keys(), inFlight.freeSlots()]).toEqual([[], 2])
    })
  )
})

describe("what waits for a slot", () => {
  it.effect("begins in its owners' turns, and is counted until then", () =>
    Effect.gen(function* () {
      const inFlight = yield* makeInFlightSet<string>({ max: () => 1 })
      const begun: Array<string> = []
      const add = (key: string, owner: string) =>
        inFlight.begin(
          key,
          leased(
            Effect.sync(() => {
              begun.push(key)
            }),
            owner,
            10
          )
        )
      for (const key of ["a1", "a2", "a3"]) add(key, "tn_a")
      add("b1", "tn_b")
      expect(inFlight.freeSlots()).toBe(0)
      expect(inFlight.waiting.octets()).toBe(30)
      expect(inFlight.waiting.since()).toBe(0)
      expect(inFlight.keys()).toHaveLength(4)
      yield* inFlight.isEmpty
      expect(begun).toEqual(["a1", "b1", "a2", "a3"])
      expect(inFlight.waiting.octets()).toBe(0)
      expect(inFlight.waiting.since()).toBeUndefined()
    })
  )

  it.effect("is taken out as a whole, and doesn't begin", () =>
    Effect.gen(function* () {
      const inFlight = yield* makeInFlightSet<string>({ max: () => 1 })
      const over = yield* Deferred.make<void>()
      inFlight.begin("a", leased(Deferred.await(over)))
      inFlight.begin("b", leased(Effect.die("it begins"), "tn_b"))
      expect(inFlight.waiting.takeAll()).toEqual(["tn_b"])
      expect(inFlight.keys()).toEqual(["a"])
      yield* Deferred.succeed(over, undefined)
      yield* inFlight.isEmpty
      expect(inFlight.freeSlots()).toBe(1)
    })
  )
})
