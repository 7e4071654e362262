import { it } from "@effect/vitest"
import { NewEvents } from "@telemark/core"
import { Effect, Fiber } from "effect"
import { describe, expect } from "vitest"

describe("a caller that waits for new events", () => {
  it.effect("is signalled, however many they are", () =>
    Effect.gen(function* () {
      const events = yield* NewEvents
      const waiting = yield* Effect.forEach([1, 2, 3], () =>
        Effect.flatMap(events.listen, Effect.forkChild)
      )
      yield* Effect.yieldNow
      yield* events.signal
      yield* Fiber.joinAll(waiting)
    }).pipe(Effect.provide(NewEvents.layerInProcess))
  )

  it.effect("doesn't wait for what was signalled since it last looked, and then waits again", () =>
    Effect.gen(function* () {
      const events = yield* NewEvents
      const wait = yield* events.listen
      yield* events.signal
      yield* events.signal
      yield* wait
      const again = yield* Effect.forkChild(wait)
      yield* Effect.yieldNow
      expect(again.pollUnsafe()).toBeUndefined()
      yield* events.signal
      yield* Fiber.join(again)
    }).pipe(Effect.provide(NewEvents.layerInProcess))
  )
})
