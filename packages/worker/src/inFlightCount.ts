import { awaitOpen } from "@telemark/core"
import { Effect, Latch } from "effect"

export interface InFlightCount {
  readonly begin: () => void
  readonly end: () => void
  readonly during: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Returns when nothing is in flight; at once if nothing is. */
  readonly none: Effect.Effect<void>
}

export const makeInFlightCount: Effect.Effect<InFlightCount> = Effect.map(
  Latch.make(true),
  (none) => {
    let count = 0
    const begin = (): void => {
      count++
      none.closeUnsafe()
    }
    const end = (): void => {
      count--
      if (count === 0) none.openUnsafe()
    }
    return {
      begin,
      end,
      during: (effect) =>
        Effect.acquireUseRelease(
          Effect.sync(begin),
          () => effect,
          () => Effect.sync(end)
        ),
      none: awaitOpen(none)
    }
  }
)
