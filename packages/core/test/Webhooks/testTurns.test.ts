import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { WebhookTestsBusy } from "@telemark/contract"
import { Deferred, Effect, Fiber } from "effect"
import { makeTestLimiter } from "../../src/events/webhooks/attempts.js"

const makeTestTurns = () => {
  const { run } = makeTestLimiter()
  return (tenantId: string) => run({ key: tenantId })
}

describe("tests of endpoints", () => {
  it.effect(
    "are made ten at a time, and the next one is refused once it has waited for five seconds",
    () =>
      Effect.gen(function* () {
        const inTurn = makeTestTurns()
        const end = yield* Deferred.make<void>()
        let begun = 0
        const test = Effect.suspend(() => (begun++, Deferred.await(end)))
        const stalled = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 10 }, (_, index) => inTurn(index < 5 ? "a" : "b")(test)),
            { concurrency: "unbounded" }
          )
        )
        while (begun < 10) yield* Effect.yieldNow
        const refused = yield* Effect.forkChild(Effect.flip(inTurn("c")(test)))
        yield* TestClock.adjust("5 seconds")
        expect(yield* Fiber.join(refused)).toBeInstanceOf(WebhookTestsBusy)
        expect(begun).toBe(10)
        yield* Deferred.succeed(end, undefined)
        yield* Fiber.join(stalled)
        yield* inTurn("c")(test)
        expect(begun).toBe(11)
      })
  )

  it.effect("are five of one tenant at a time, so that other tenants have theirs", () =>
    Effect.gen(function* () {
      const inTurn = makeTestTurns()
      const stalled = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 15 }, () => inTurn("a")(Effect.never)),
          { concurrency: "unbounded" }
        )
      )
      yield* Effect.repeat(Effect.yieldNow, { times: 50 })
      expect(yield* Effect.flip(inTurn("a")(Effect.never))).toBeInstanceOf(WebhookTestsBusy)
      expect(yield* inTurn("b")(Effect.succeed("made"))).toBe("made")
      yield* Fiber.interrupt(stalled)
    })
  )

  it.effect("keep their slot once they have begun, and release it when they are given up", () =>
    Effect.gen(function* () {
      const inTurn = makeTestTurns()
      const long = yield* Effect.forkChild(
        inTurn("a")(Effect.as(Effect.sleep("15 seconds"), "made"))
      )
      const given = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 9 }, (_, index) => inTurn(index < 4 ? "a" : "b")(Effect.never)),
          { concurrency: "unbounded" }
        )
      )
      const next = yield* Effect.forkChild(inTurn("c")(Effect.succeed("made")))
      yield* TestClock.adjust("4 seconds")
      yield* Fiber.interrupt(given)
      expect(yield* Fiber.join(next)).toBe("made")
      yield* TestClock.adjust("11 seconds")
      expect(yield* Fiber.join(long)).toBe("made")
    })
  )
})
