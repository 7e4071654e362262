import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { SqlSends, StorageError, WakeUp } from "@telemark/core"
import { Effect, Layer } from "effect"
import { takeSqlSends } from "../src/takeSqlSends.js"

interface Faked {
  /** How many each call takes; the last again and again. */
  readonly pages: ReadonlyArray<number | "away">
  readonly isInstalled?: () => boolean
  readonly mailWaits?: () => boolean
}

/** A page takes 100 ms. Returns when pages were begun, in milliseconds. */
const working = ({ isInstalled = () => true, mailWaits = () => false, pages }: Faked) =>
  Effect.gen(function* () {
    const begun: Array<number> = []
    const sqlSends = SqlSends.of({
      listen: undefined,
      isInstalled: Effect.sync(isInstalled),
      takeDue: () =>
        Effect.gen(function* () {
          const page = pages[Math.min(begun.length, pages.length - 1)] ?? 0
          begun.push(yield* Effect.clockWith((clock) => clock.currentTimeMillis))
          yield* Effect.sleep("100 millis")
          if (page === "away")
            return yield* new StorageError({ reason: "unavailable", cause: undefined })
          return page
        })
    })
    yield* takeSqlSends({ lease: "60 seconds", pollInterval: "1 second" }, mailWaits).pipe(
      Effect.provide(Layer.succeed(SqlSends, sqlSends)),
      Effect.forkScoped
    )
    return begun
  })

describe("what was inserted by SQL", () => {
  it.effect("is taken page by page, and then looked for at intervals, also after a failure", () =>
    Effect.gen(function* () {
      const begun = yield* working({ pages: [100, 100, "away", 0] })
      yield* TestClock.adjust("3 seconds")
      expect(begun).toEqual([0, 100, 200, 1300, 2400])
    }).pipe(Effect.provide(WakeUp.layerInProcess))
  )

  it.effect("waits for five times as long as a page took while accepted mail waits", () =>
    Effect.gen(function* () {
      const begun = yield* working({ pages: [100], mailWaits: () => true })
      yield* TestClock.adjust("1500 millis")
      expect(begun).toEqual([0, 600, 1200])
    }).pipe(Effect.provide(WakeUp.layerInProcess))
  )

  it.effect("isn't looked for until it can be, which is looked up after a signal", () =>
    Effect.gen(function* () {
      let isInstalled = false
      const begun = yield* working({ pages: [0], isInstalled: () => isInstalled })
      yield* TestClock.adjust("1 minute")
      expect(begun).toEqual([])
      isInstalled = true
      yield* Effect.flatMap(WakeUp, ({ signal }) => signal)
      yield* TestClock.adjust("1 second")
      expect(begun).toEqual([61_000])
    }).pipe(Effect.provide(WakeUp.layerInProcess))
  )
})
