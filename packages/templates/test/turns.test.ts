import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Fiber, TestClock } from "effect"
import { makeTurns } from "../src/Compiler/Turns.js"

describe("turns", () => {
  it.effect("come to all who wait while time stands still, also where some leave", () =>
    Effect.gen(function*() {
      const { take } = makeTurns(3)
      let done = 0
      const job = Effect.zipRight(Effect.repeatN(Effect.yieldNow(), 3), Effect.sync(() => { done++ }))
      const fibers = yield* Effect.forEach(Array.from({ length: 300 }, (_, index) => index), (index) =>
        Effect.fork(take({ tenantId: `tenant ${String(index % 7)}`, isUrgent: index % 3 === 0 })(job)))
      yield* Effect.repeatN(Effect.yieldNow(), 5)
      yield* Effect.forEach(fibers.filter((_, index) => index % 10 === 9), Fiber.interrupt)
      yield* Effect.forEach(fibers, Fiber.await)
      expect(done).toBeGreaterThanOrEqual(270)
      expect(yield* take({ tenantId: "last", isUrgent: false })(Effect.succeed("done"))).toBe("done")
    }))

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
