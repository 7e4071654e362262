import { describe, expect, it } from "@effect/vitest"
import { makeSignal } from "@telemark/core"
import { Effect, Fiber } from "effect"

describe("a signal", () => {
  it.effect("is heard by every listener, those that wait and those that come to wait later", () =>
    Effect.gen(function* () {
      const { announce, listen } = makeSignal()
      const [waiting, late] = [yield* listen, yield* listen]
      const heard = yield* Effect.forkChild(waiting)
      yield* Effect.yieldNow
      announce()
      yield* Fiber.join(heard)
      yield* late
    })
  )

  it.effect("is heard once, also if there were several since the last look", () =>
    Effect.gen(function* () {
      const { announce, listen } = makeSignal()
      const wait = yield* listen
      announce()
      announce()
      yield* wait
      const again = yield* Effect.forkChild(wait)
      yield* Effect.yieldNow
      expect(again.pollUnsafe()).toBeUndefined()
      announce()
      yield* Fiber.join(again)
    })
  )

  it.effect("isn't used up by a wait that was interrupted before", () =>
    Effect.gen(function* () {
      const { announce, listen } = makeSignal()
      const wait = yield* listen
      const interrupted = yield* Effect.forkChild(wait)
      yield* Effect.yieldNow
      yield* Fiber.interrupt(interrupted)
      announce()
      yield* wait
    })
  )
})
