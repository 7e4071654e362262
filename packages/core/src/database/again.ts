import { Clock, Effect } from "effect"

interface Pauses {
  /** The first pause, in milliseconds. Each is twice as long as the one before. */
  readonly first: number
  readonly max: number
  /** A run that took so long begins with the first pause again. */
  readonly resetAfter: number
}

/** Runs an effect again and again, with pauses that grow as long as its runs are short. */
export const again = <E, R>(
  run: Effect.Effect<unknown, E, R>,
  { first, max, resetAfter }: Pauses
): Effect.Effect<never, E, R> =>
  Effect.gen(function* () {
    for (let pause = first; ; pause = Math.min(2 * pause, max)) {
      const begun = yield* Clock.currentTimeMillis
      yield* run
      if ((yield* Clock.currentTimeMillis) - begun >= resetAfter) pause = first
      yield* Effect.sleep(pause)
    }
  })
