import { describe, expect, it } from "@effect/vitest"
import { WebhookTestsBusy } from "@telemark/core"
import { Deferred, Effect, Fiber, TestClock } from "effect"
import { makeTestTurns } from "../../src/Webhooks/busy.js"

describe("tests of endpoints", () => {
  it.effect("are made ten at a time, and the next one is refused once it has waited for five seconds", () =>
    Effect.gen(function*() {
      const inTurn = yield* makeTestTurns
      const end = yield* Deferred.make<void>()
      let begun = 0
      const test = Effect.suspend(() => (begun++, Deferred.await(end)))
      const stalled = yield* Effect.fork(Effect.all(Array.from({ length: 10 }, () => inTurn(test)), { concurrency: "unbounded" }))
      while (begun < 10) yield* Effect.yieldNow()
      const refused = yield* Effect.fork(Effect.flip(inTurn(test)))
      yield* TestClock.adjust("5 seconds")
      expect(yield* Fiber.join(refused)).toBeInstanceOf(WebhookTestsBusy)
      expect(begun).toBe(10)
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(stalled)
      yield* inTurn(test)
      expect(begun).toBe(11)
    }))

  it.effect("take their time once they have begun, and free their place when they are given up", () =>
    Effect.gen(function*() {
      const inTurn = yield* makeTestTurns
      const long = yield* Effect.fork(inTurn(Effect.as(Effect.sleep("15 seconds"), "made")))
      const given = yield* Effect.fork(Effect.all(Array.from({ length: 9 }, () => inTurn(Effect.never)), { concurrency: "unbounded" }))
      const next = yield* Effect.fork(inTurn(Effect.succeed("made")))
      yield* TestClock.adjust("4 seconds")
      yield* Fiber.interrupt(given)
      expect(yield* Fiber.join(next)).toBe("made")
      yield* TestClock.adjust("11 seconds")
      expect(yield* Fiber.join(long)).toBe("made")
    }))
})
