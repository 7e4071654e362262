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
