import { expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import { Effect, Fiber, Logger } from "effect"
import { fillSearchIndex } from "../src/backgroundLoops.js"

it.effect(
  "a worker indexes page by page what was accepted, looks again soon while mail comes, and goes on after a failure",
  () =>
    Effect.gen(function* () {
      const left = ["fails", 500, 500, 20, 0, 1, 0, 0] as const
      let looks = 0
      const fill = Effect.suspend(() => {
        const next = left[looks++] ?? 0
        return next === "fails"
          ? new StorageError({ reason: "fault", cause: new Error("locked") })
          : Effect.succeed(next)
      })
      const looksAfter = (millis: number) => Effect.map(TestClock.adjust(millis), () => looks)
      const loop = yield* Effect.forkChild(fillSearchIndex(fill))
      expect(yield* looksAfter(0)).toBe(1)
      expect(yield* looksAfter(120_000)).toBe(3)
      expect(yield* looksAfter(1_000)).toBe(5)
      expect(yield* looksAfter(10_000)).toBe(7)
      expect(yield* looksAfter(10_100)).toBe(8)
      expect(yield* looksAfter(118_000)).toBe(8)
      expect(yield* looksAfter(2_000)).toBe(9)
      yield* Fiber.interrupt(loop)
    }).pipe(Effect.provide(Logger.layer([])))
)
