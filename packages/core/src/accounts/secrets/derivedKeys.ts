import type { StorageError } from "@telemark/contract"
import { Array, Context, Effect, type Redacted } from "effect"
import { StoredKeys } from "./StoredKeys.js"
import type { InvalidSecret, SecretMissing } from "./errors.js"
import { storedSecrets } from "./keyRing.js"
import { parseSecret } from "./parseSecret.js"
import { derivePurposeKey } from "./sealingKey.js"

/**
 * Keys of 32 bytes for one purpose, one of each secret, in their order: the first signs, all
 * verify.
 */
export type DerivedKeys = Array.NonEmptyReadonlyArray<Uint8Array>

type KeysError = SecretMissing | InvalidSecret | StorageError

/**
 * Derives a key for one purpose from each secret by HKDF-SHA-256. They are the same in all
 * processes with those secrets and are stored nowhere. The secrets are those of `secret`, as for
 * `Secrets.layer`.
 */
export const deriveKeys = (
  purpose: string,
  secret?: string | Redacted.Redacted
): Effect.Effect<DerivedKeys, KeysError, StoredKeys> =>
  Effect.gen(function* () {
    const secrets = yield* secret === undefined
      ? storedSecrets
      : Effect.fromResult(parseSecret(secret))
    return yield* Effect.all(Array.map(secrets, (one) => derivePurposeKey(one, purpose)))
  })

/** Within this time, a process notices that another one has rotated the key. */
const rememberedFor = "2 seconds"

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
      ? Effect.cachedWithTTL(provided, rememberedFor)
      : Effect.cached(provided)
  })

/** The keys of the tokens in return paths, cached by `rememberDerived`. */
export const makeReturnPathKeys = (
  secret?: string | Redacted.Redacted
): Effect.Effect<Effect.Effect<DerivedKeys, KeysError>, never, StoredKeys> =>
  rememberDerived(secret, deriveKeys("return path", secret))

/** The keys of the addresses that mail carries to this service, cached by `rememberDerived`. */
export const makeLinkKeys = (
  secret?: string | Redacted.Redacted
): Effect.Effect<Effect.Effect<DerivedKeys, KeysError>, never, StoredKeys> =>
  rememberDerived(secret, deriveKeys("links", secret))
