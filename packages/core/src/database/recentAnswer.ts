import { Clock, Effect } from "effect"

/**
 * An answer of the database that is used for so many milliseconds: a change by another process may
 * go unnoticed for so long. This one forgets the answer when it makes a change.
 */
export const makeRecentAnswer = <A, E, R>(millis: number, ask: Effect.Effect<A, E, R>) => {
  let known: { readonly answer?: A; readonly until: number } = { until: 0 }
  const look = Effect.gen(function* () {
    const before = known
    const until = (yield* Clock.currentTimeMillis) + millis
    const answer = yield* ask
    // If the answer was forgotten meanwhile, it stays so: this look may have missed the change.
    if (known === before) known = { answer, until }
    return answer
  })
  return {
    get: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      now < known.until ? Effect.succeed(known.answer as A) : look
    ),
    forget: (): void => {
      known = { until: 0 }
    }
  }
}
