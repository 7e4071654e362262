import type { StorageError } from "@telemark/contract"
import { Array, Effect, Ref } from "effect"
import { SecretMissing } from "./errors.js"
import { deriveSealingKey, isSameSecret, type SealingKey } from "./sealingKey.js"
import { type SecretKey, StoredKeys } from "./StoredKeys.js"

type Keys = Array.NonEmptyReadonlyArray<SealingKey>

/** The keys that secrets are sealed with and opened by. It remembers those of the last look, and no others. */
export interface KeyRing {
  /** The key to seal with. */
  readonly newest: Effect.Effect<SealingKey, StorageError>
  /** The key of that id, undefined if there is none. */
  readonly find: (id: string) => Effect.Effect<SealingKey | undefined, StorageError>
}

const byId = (keys: Keys, id: string): SealingKey | undefined => keys.find((key) => key.id === id)

/** The keys that the host gave: they change with its settings, so not before it starts again. */
export const givenKeyRing = (secrets: Array.NonEmptyReadonlyArray<SecretKey>): Effect.Effect<KeyRing> =>
  Effect.map(Effect.all(Array.map(secrets, deriveSealingKey)), (keys) => ({
    newest: Effect.succeed(keys[0]),
    find: (id) => Effect.succeed(byId(keys, id))
  }))

/** Deriving a key takes 0.6 ms, five times as long as sealing: what is known already isn't derived again. */
const derive = (secrets: Array.NonEmptyReadonlyArray<SecretKey>, known: ReadonlyArray<SealingKey>): Effect.Effect<Keys> =>
  Effect.all(Array.map(secrets, (secret) => {
    const same = known.find((key) => isSameSecret(key.secret, secret))
    return same === undefined ? deriveSealingKey(secret) : Effect.succeed(same)
  }))

/** The secrets that the storage keeps now, newest first. */
export const storedSecrets: Effect.Effect<Array.NonEmptyReadonlyArray<SecretKey>, SecretMissing | StorageError, StoredKeys> = Effect.gen(function*() {
  const secrets = (yield* (yield* StoredKeys).keys) ?? []
  return Array.isNonEmptyReadonlyArray(secrets) ? secrets : yield* new SecretMissing()
})

/**
 * The keys that the storage keeps. They are read anew before each sealing and for each id that isn't known:
 * another process may have put a new one first a moment ago.
 */
export const storedKeyRing: Effect.Effect<KeyRing, SecretMissing | StorageError, StoredKeys> = Effect.gen(function*() {
  const secrets = Effect.provideService(storedSecrets, StoredKeys, yield* StoredKeys)
  const last = yield* Ref.make<ReadonlyArray<SealingKey>>([])
  const read = Effect.gen(function*() {
    const keys = yield* derive(yield* secrets, yield* Ref.get(last))
    yield* Ref.set(last, keys)
    return keys
  })
  yield* read
  // A storage that had a place for its keys has one still.
  const readAgain = Effect.catchTag(read, "SecretMissing", (error) => Effect.die(error))
  return {
    newest: Effect.map(readAgain, Array.headNonEmpty),
    find: (id) =>
      Effect.flatMap(Ref.get(last), (keys) => {
        const known = keys.find((key) => key.id === id)
        return known === undefined ? Effect.map(readAgain, (read) => byId(read, id)) : Effect.succeed(known)
      })
  }
})
