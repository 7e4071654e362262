import { describe, expect, it } from "@effect/vitest"
import {
  CurrentTransaction,
  inTransaction,
  type Transaction,
  TransactionUnusable,
  WakeUp,
  whenEnded
} from "@telemark/core"
import { Effect, Fiber, Ref } from "effect"
import { TestClock } from "@telemark-tools/clock"

const transactionThat = (isOpen: () => boolean | undefined): Transaction => ({
  dialect: "sqlite",
  connection: {},
  isSynchronous: true,
  isOpen,
  execute: () => []
})

/**
 * How often the hint was given after that many milliseconds, for a transaction that ends after
 * `end`.
 */
const hintsAfter = (millis: number, end: number | undefined) =>
  Effect.gen(function* () {
    const hints = yield* Ref.make(0)
    const state = { isOpen: end === undefined ? undefined : (true as boolean | undefined) }
    yield* whenEnded(
      transactionThat(() => state.isOpen),
      Ref.update(hints, (count) => count + 1)
    )
    if (end !== undefined) {
      yield* TestClock.adjust(end)
      state.isOpen = false
    }
    yield* TestClock.adjust(millis - (end ?? 0))
    return yield* Ref.get(hints)
  })

describe("what waits for the end of a host's transaction", () => {
  it.effect("is signalled once, and within half of the time that it took again", () =>
    Effect.gen(function* () {
      for (const end of [0, 1, 5, 30, 200]) expect(yield* hintsAfter(2 * end + 1, end)).toBe(1)
    })
  )

  it.effect("is not signalled before, nor any more after a second", () =>
    Effect.gen(function* () {
      expect(yield* hintsAfter(500, 500)).toBe(0)
      expect(yield* hintsAfter(60_000, 2000)).toBe(0)
    })
  )

  it.effect("is signalled several times to look if the end can't be seen", () =>
    Effect.gen(function* () {
      expect(yield* hintsAfter(60_000, undefined)).toBe(4)
    })
  )

  it.effect("is a worker of this process: it is woken by the end, not by the signal", () =>
    Effect.gen(function* () {
      const state = { isOpen: true }
      const { listen, signal } = yield* WakeUp
      const woken = yield* listen
      yield* Effect.provideService(
        signal,
        CurrentTransaction,
        transactionThat(() => state.isOpen)
      )
      const worker = yield* Effect.forkChild(woken)
      yield* TestClock.adjust(100)
      expect(worker.pollUnsafe()).toBeUndefined()
      state.isOpen = false
      yield* TestClock.adjust(1000)
      yield* Fiber.join(worker)
    }).pipe(Effect.provide(WakeUp.layerInProcess))
  )
})

describe("storage without support for transactions", () => {
  it.effect("refuses them", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        inTransaction(
          transactionThat(() => true),
          Effect.void
        )
      )
      expect(error).toBeInstanceOf(TransactionUnusable)
      expect(error).toMatchObject({ reason: "not_supported" })
    })
  )
})
