import { SealedSecretStore, type SecretKey, type StorageError, StoredKeys } from "@telemark/core"
import { Effect, Layer, Redacted, Ref } from "effect"
import { randomBytes } from "node:crypto"
import { realpath } from "node:fs/promises"
import { resolve } from "node:path"
import { besideDatabase } from "./besideDatabase.js"
import { keysAreGone, makeKeys, makeReadKeys, updateKeys } from "./keyFile.js"

const aKey: Effect.Effect<SecretKey> = Effect.sync(() => Redacted.make(Uint8Array.from(randomBytes(32))))

/** For a database that ends with the process. */
const inMemory = Effect.map(
  Effect.flatMap(aKey, (key) => Ref.make<ReadonlyArray<SecretKey>>([key])),
  (keys) => StoredKeys.of({ keys: Ref.get(keys), update: (change) => Ref.updateAndGet(keys, change) })
)

/**
 * Where the keys of a database file are kept: beside the file itself, whichever name leads to it, and wherever the process goes.
 * Tables with a prefix have keys of their own, since who takes a key away asks only those tables whether it is still needed.
 */
export const keyFileOf = (filename: string, tablePrefix?: string): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => realpath(filename).catch(() => resolve(filename))),
    (path) => besideDatabase(path, tablePrefix, "secret")
  )

const inFile = (path: string) =>
  Effect.gen(function*() {
    const secrets = yield* SealedSecretStore
    const readKeys = yield* makeReadKeys(path)

    const readAgain: Effect.Effect<ReadonlyArray<SecretKey>, StorageError> =
      Effect.flatMap(readKeys, (found) => found === undefined ? keysAreGone(path) : Effect.succeed(found))

    const begin: Effect.Effect<ReadonlyArray<SecretKey>, StorageError> =
      Effect.zipRight(Effect.flatMap(aKey, (key) => makeKeys(path, [key])), readAgain)

    const keys: Effect.Effect<ReadonlyArray<SecretKey>, StorageError> = Effect.gen(function*() {
      const found = yield* readKeys
      if (found !== undefined) return found
      // Where something is sealed, a new key would open nothing of it, and be in the way of the one that does. But
      // another process may have made the file and sealed that only now.
      return yield* Effect.flatMap(secrets.all, (sealed) => (sealed.length > 0 ? readAgain : begin))
    })

    return StoredKeys.of({ keys, update: (change) => updateKeys(path, keys, change) })
  })

/**
 * The keys in a file beside the database, `<database file>.secret` or, for tables with a prefix, `<database file>.<prefix>.secret`, for
 * its owner only: one on each line in base64, newest first. Of a database in memory, they are in memory too.
 */
export const layerStoredKeys = (filename: string, tablePrefix?: string): Layer.Layer<StoredKeys, never, SealedSecretStore> =>
  Layer.effect(StoredKeys, filename === ":memory:" ? inMemory : Effect.flatMap(keyFileOf(filename, tablePrefix), inFile))
