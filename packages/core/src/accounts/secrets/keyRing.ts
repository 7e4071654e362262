import type { StorageError } from "@telemark/contract"
import { Array, Effect, Ref } from "effect"
import { type SecretKey, StoredKeys } from "./StoredKeys.js"
import { SecretMissing } from "./errors.js"
import { deriveSealingKey, isSameSecret, type SealingKey } from "./sealingKey.js"

type Keys = Array.NonEmptyReadonlyArray<SealingKey>

export interface KeyRing {
  readonly newest: Effect.Effect<SealingKey, StorageError>
  readonly find: (id: string) => Effect.Effect<SealingKey | undefined, StorageError>
}

const byId = (keys: Keys, id: string): SealingKey | undefined => keys.find((key) => key.id === id)

/** Keys given by the host: fixed until it restarts. */
export const givenKeyRing = (
  secrets: Array.NonEmptyReadonlyArray<SecretKey>
): Effect.Effect<KeyRing> =>
  Effect.map(Effect.all(Array.map(secrets, deriveSealingKey)), (keys) => ({
    newest: Effect.succeed(keys[0]),
    find: (id) => Effect.succeed(byId(keys, id))
  }))

/** Deriving a key takes 0.6 ms, five times as long as sealing, so derived keys are reused. */
const derive = (
  secrets: Array.NonEmptyReadonlyArray<SecretKey>,
  known: ReadonlyArray<SealingKey>
): Effect.Effect<Keys> =>
  Effect.all(
    Array.map(secrets, (secret) => {
      const same = known.find((key) => isSameSecret(key.secret, secret))
      return same === undefined ? deriveSealingKey(secret) : Effect.succeed(same)
    })
  )

export const storedSecrets: Effect.Effect<
  Array.NonEmptyReadonlyArray<SecretKey>,
  SecretMissing | StorageError,
  StoredKeys
> = Effect.gen(function* () {
  const secrets = (yield* (yield* StoredKeys).keys) ?? []
  return Array.isReadonlyArrayNonEmpty(secrets) ? secrets : yield* new SecretMissing()
})

/**
 * Keys kept by the storage, read anew before each sealing and for each unknown id: another process
 * may have just added one.
 */
export const storedKeyRing: Effect.Effect<KeyRing, SecretMissing | StorageError, StoredKeys> =
  Effect.gen(function* () {
    const secrets = Effect.provideService(storedSecrets, StoredKeys, yield* StoredKeys)
    const last = yield* Ref.make<ReadonlyArray<SealingKey>>([])
    const read = Effect.gen(function* () {
      const keys = yield* derive(yield* secrets, yield* Ref.get(last))
      yield* Ref.set(last, keys)
      return keys
    })
    yield* read
    // A storage that kept keys before can't have lost that ability.
    const readAgain = Effect.catchTag(read, "SecretMissing", (error) => Effect.die(error))
    return {
      newest: Effect.map(readAgain, Array.headNonEmpty),
      find: (id) =>
        Effect.flatMap(Ref.get(last), (keys) => {
          const known = keys.find((key) => key.id === id)
          return known === undefined
            ? Effect.map(readAgain, (read) => byId(read, id))
            : Effect.succeed(known)
        })
    }
  })
