import { Clock, Effect } from "effect"

/** Waits that double, in milliseconds. */
export interface DoublingWaits {
  readonly first: number
  readonly max: number
}

/** The wait after one of `last` milliseconds; the first if that is 0. */
export const nextWait = ({ first, max }: DoublingWaits, last: number): number =>
  Math.min(Math.max(2 * last, first), max)

/** The wait after so many failures in a row; 0 after none. */
export const waitAfter = ({ first, max }: DoublingWaits, failures: number): number =>
  failures <= 0 ? 0 : Math.min(first * 2 ** (failures - 1), max)

/**
 * A wait in whole milliseconds, lengthened or shortened by up to `share` of it, so that what failed
 * together isn't tried again together. `random` is from 0 to 1.
 */
export const withJitter = (wait: number, share: number, random: number): number =>
  Math.round(wait * (1 + share * (2 * random - 1)))

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
