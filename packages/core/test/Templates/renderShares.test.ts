import { describe, expect, it } from "@effect/vitest"
import { makeRenderShares } from "@telemark/core"
import { Effect, Fiber } from "effect"
import * as fc from "fast-check"

describe("the shares of a budget", () => {
  it.effect(
    "are taken in the order of the list, whatever the order in which entries come to it",
    () =>
      Effect.gen(function* () {
        for (const arrivals of fc.sample(
          fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 }),
          50
        )) {
          const shares = makeRenderShares(8, 1)
          const done: Array<number> = []
          const fibers = []
          for (const index of arrivals) {
            // Every third renders nothing, and finishes without a turn.
            const rendering =
              index % 3 === 2
                ? Effect.void
                : Effect.andThen(
                    shares.of(index).turn,
                    Effect.sync(() => done.push(index))
                  )
            fibers.push(yield* Effect.forkChild(Effect.ensuring(rendering, shares.finish(index))))
            yield* Effect.yieldNow
          }
          yield* Fiber.joinAll(fibers)
          expect(done).toEqual([0, 1, 3, 4, 6, 7])
        }
      })
  )

  it.effect("don't wait for an entry that was interrupted", () =>
    Effect.gen(function* () {
      const shares = makeRenderShares(3, 1)
      const first = yield* Effect.forkChild(Effect.ensuring(Effect.never, shares.finish(0)))
      const second = yield* Effect.forkChild(Effect.ensuring(shares.of(1).turn, shares.finish(1)))
      const third = yield* Effect.forkChild(shares.of(2).turn)
      yield* Effect.yieldNow
      yield* Fiber.interrupt(second)
      yield* Fiber.interrupt(first)
      yield* Fiber.join(third)
    })
  )

  it("are parts of one budget", () => {
    const shares = makeRenderShares(2, 10)
    shares.of(0).budget.left -= 4
    expect(shares.of(1).budget.left).toBe(6)
  })
})
