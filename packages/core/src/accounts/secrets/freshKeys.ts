import { Clock, Effect, Option, type Redacted } from "effect"
import type { DerivedKeys } from "./derivedKeys.js"

/** How long a key of the storage is used without another look, in milliseconds. */
const freshMillis = 2000

/**
 * Turns an effect that derives keys into one that doesn't suspend a message's fiber while they are
 * fresh: that costs more than a token. If the storage's keys can't be read again later, the last
 * ones are used: whoever verifies the tokens knows them, too. Keys of `secret` never change.
 */
export const makeFreshKeys = <E>(
  secret: string | Redacted.Redacted | undefined,
  keys: Effect.Effect<DerivedKeys, E>
): Effect.Effect<Effect.Effect<DerivedKeys>, E> =>
  Effect.gen(function* () {
    let known = Effect.succeed(yield* keys)
    if (secret !== undefined) return known
    let until = yield* Clock.currentTimeMillis
    const renewed = Effect.flatMap(Effect.option(keys), (read) => {
      if (Option.isSome(read)) known = Effect.succeed(read.value)
      return known
    })
    return Effect.clockWith((clock) => {
      const now = clock.currentTimeMillisUnsafe()
      if (now < until) return known
      until = now + freshMillis
      return renewed
    })
  })
