import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Fiber, TestClock } from "effect"
import { makeTurns } from "../src/Compiler/Turns.js"

describe("turns", () => {
  it.effect("that don't come within 10 s are given up, and those behind them begin when they can", () =>
    Effect.gen(function*() {
      const { take } = makeTurns(1)
      const claim = { tenantId: "a", isUrgent: false }
      const endless = yield* Effect.fork(take(claim)(Effect.never))
      yield* Effect.yieldNow()
      const waiting = yield* Effect.fork(Effect.either(take(claim)(Effect.succeed("done"))))
      yield* TestClock.adjust("9 seconds")
      const behind = yield* Effect.fork(take(claim)(Effect.succeed("done")))
      yield* TestClock.adjust("1 seconds")
      expect(Either.getLeft(yield* Fiber.join(waiting))).toMatchObject({ _tag: "Some", value: { _tag: "CompilerBusy" } })
      yield* Fiber.interrupt(endless)
      expect(yield* Fiber.join(behind)).toBe("done")
    }))
})
