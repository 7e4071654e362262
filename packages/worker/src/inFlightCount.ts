import { Effect } from "effect"

/** Counts what is under way. */
export interface InFlightCount {
  readonly begin: () => void
  /** Follows each `begin`. */
  readonly end: () => void
  /** Counts an effect for as long as it runs. */
  readonly during: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Until nothing is under way; at once where nothing is. */
  readonly none: Effect.Effect<void>
}

export const makeInFlightCount: Effect.Effect<InFlightCount> = Effect.map(Effect.makeLatch(true), (none) => {
  let count = 0
  const begin = (): void => {
    count++
    none.unsafeClose()
  }
  const end = (): void => {
    count--
    if (count === 0) none.unsafeOpen()
  }
  return {
    begin,
    end,
    during: (effect) => Effect.acquireUseRelease(Effect.sync(begin), () => effect, () => Effect.sync(end)),
    none: none.await
  }
})
