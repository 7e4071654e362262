import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { makeHand } from "../src/hand.js"

describe("room in a worker's hand", () => {
  it.effect("is waited for where there are fewer places than before, though there was room then", () =>
    Effect.gen(function*() {
      let most = 2
      const hand = yield* makeHand<string>({ most: () => most })
      const over = yield* Deferred.make<void>()
      hand.begin("a", true, Deferred.await(over))
      expect(hand.room()).toBe(1)
      most = 1
      expect(hand.room()).toBe(0)
      const waiting = yield* Effect.fork(hand.hasRoom)
      yield* Effect.repeatN(Effect.yieldNow(), 10)
      expect(waiting.unsafePoll()).toBeNull()
      yield* Deferred.succeed(over, undefined)
      yield* Fiber.join(waiting)
      expect(hand.room()).toBe(1)
    }))
})

describe("what is taken again before the work that gave it back has ended", () => {
  it.effect("stays in hand, in its place, until the later work ends", () =>
    Effect.gen(function*() {
      const hand = yield* makeHand<string>({ most: () => 2 })
      const [first, second] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      hand.begin("a", true, Deferred.await(first))
      hand.free("a")
      hand.begin("a", true, Deferred.await(second))
      const all = hand.fibers()
      yield* Effect.yieldNow()
      yield* Deferred.succeed(first, undefined)
      yield* Effect.repeatN(Effect.yieldNow(), 10)
      expect([hand.keys(), hand.room(), hand.fibers()]).toEqual([["a"], 1, all])
      yield* Deferred.succeed(second, undefined)
      yield* hand.isEmpty
      expect([hand.keys(), hand.room()]).toEqual([[], 2])
    }))
})
