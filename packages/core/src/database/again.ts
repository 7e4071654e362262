import { Clock, Effect } from "effect"
import { type DoublingWaits, nextWait } from "../kernel/backOff.js"

interface Pauses extends DoublingWaits {
  /** A run that took so long begins with the first pause again. */
  readonly resetAfter: number
}

/** Runs an effect again and again, with pauses that grow as long as its runs are short. */
export const again = <E, R>(
  run: Effect.Effect<unknown, E, R>,
  { resetAfter, ...pauses }: Pauses
): Effect.Effect<never, E, R> =>
  Effect.gen(function* () {
    for (let pause = pauses.first; ; pause = nextWait(pauses, pause)) {
      const begun = yield* Clock.currentTimeMillis
      yield* run
      if ((yield* Clock.currentTimeMillis) - begun >= resetAfter) pause = pauses.first
      yield* Effect.sleep(pause)
    }
  })
