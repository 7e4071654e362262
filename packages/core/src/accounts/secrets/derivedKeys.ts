import type { StorageError } from "@telemark/contract"
import { Array, Clock, Context, Effect, Option, type Redacted } from "effect"
import * as Direct from "../../kernel/direct.js"
import type { InvalidSecret, SecretMissing } from "./secretErrors.js"
import { derivePurposeKey, secretKeysOf, StoredKeys } from "./secretKeys.js"

/**
 * Keys of 32 bytes for one purpose, one of each secret, in their order: the first signs, all
 * verify.
 */
export type DerivedKeys = Array.NonEmptyReadonlyArray<Uint8Array>

type KeysError = SecretMissing | InvalidSecret | StorageError

/**
 * By HKDF-SHA-256, from those of `secret` as for `Secrets.layer`. They are the same in all
 * processes with those secrets and are stored nowhere.
 */
export const deriveKeys = (
  purpose: string,
  secret?: string | Redacted.Redacted
): Effect.Effect<DerivedKeys, KeysError, StoredKeys> =>
  Effect.map(
    secretKeysOf(secret),
    Array.map((one) => derivePurposeKey(one, purpose))
  )

/** Within this time, a process notices that another one has rotated the key, in milliseconds. */
const freshMillis = 2000

/**
 * Caches what is derived from the secrets: from a given `secret` permanently, from the storage's
 * own keys for 2 s, failures included.
 */
const rememberDerived = <A, E>(
  secret: string | Redacted.Redacted | undefined,
  derived: Effect.Effect<A, E, StoredKeys>
): Effect.Effect<Effect.Effect<A, E>, never, StoredKeys> =>
  Effect.flatMap(Effect.context<StoredKeys>(), (context) => {
    const provided = Effect.provide(derived, Context.pick(StoredKeys)(context))
    return secret === undefined
      ? Effect.cachedWithTTL(provided, freshMillis)
      : Effect.cached(provided)
  })

/** Of the tokens in return paths. */
export const makeReturnPathKeys = (
  secret?: string | Redacted.Redacted
): Effect.Effect<Effect.Effect<DerivedKeys, KeysError>, never, StoredKeys> =>
  rememberDerived(secret, deriveKeys("return path", secret))

/** Of what devices sign when people sign in. */
export const makePasskeyKeys = (
  secret?: string | Redacted.Redacted
): Effect.Effect<Effect.Effect<DerivedKeys, KeysError>, never, StoredKeys> =>
  rememberDerived(secret, deriveKeys("passkeys", secret))

/** Of what browsers take along to an identity provider. */
export const makeSignInKeys = (
  secret?: string | Redacted.Redacted
): Effect.Effect<Effect.Effect<DerivedKeys, KeysError>, never, StoredKeys> =>
  rememberDerived(secret, deriveKeys("sign-in", secret))

/** Of the addresses that mail carries to this service. */
export const makeLinkKeys = (
  secret?: string | Redacted.Redacted
): Effect.Effect<Effect.Effect<DerivedKeys, KeysError>, never, StoredKeys> =>
  rememberDerived(secret, deriveKeys("links", secret))

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
    return Direct.withNow((now) => {
      if (now < until) return known
      until = now + freshMillis
      return renewed
    })
  })
