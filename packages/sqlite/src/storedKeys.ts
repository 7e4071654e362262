import type { StorageError } from "@telemark/contract"
import {
  type Database,
  sealedSecretQueries,
  type SecretKey,
  stored,
  StoredKeys
} from "@telemark/core"
import { Effect, Layer, Redacted, Ref } from "effect"
import { randomBytes } from "node:crypto"
import { realpath } from "node:fs/promises"
import { resolve } from "node:path"
import { besideDatabase } from "./databaseFile.js"
import { keysAreGone, makeKeys, makeReadKeys, updateKeys } from "./keyFile.js"

const aKey: Effect.Effect<SecretKey> = Effect.sync(() =>
  Redacted.make(Uint8Array.from(randomBytes(32)))
)

const inMemory = Effect.map(
  Effect.flatMap(aKey, (key) => Ref.make<ReadonlyArray<SecretKey>>([key])),
  (keys) =>
    StoredKeys.of({ keys: Ref.get(keys), update: (change) => Ref.updateAndGet(keys, change) })
)

/**
 * Beside the database itself, links resolved. Tables with a prefix have their own, since removing a
 * key checks those only.
 */
export const keyFileOf = (filename: string, tablePrefix?: string): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => realpath(filename).catch(() => resolve(filename))),
    (path) => besideDatabase(path, tablePrefix, "secret")
  )

const inFile = (path: string) =>
  Effect.gen(function* () {
    const secrets = yield* sealedSecretQueries
    const readKeys = yield* makeReadKeys(path)

    const readAgain: Effect.Effect<ReadonlyArray<SecretKey>, StorageError> = Effect.flatMap(
      readKeys,
      (found) => (found === undefined ? keysAreGone(path) : Effect.succeed(found))
    )

    const begin: Effect.Effect<ReadonlyArray<SecretKey>, StorageError> = Effect.andThen(
      Effect.flatMap(aKey, (key) => makeKeys(path, [key])),
      readAgain
    )

    const keys: Effect.Effect<ReadonlyArray<SecretKey>, StorageError> = Effect.gen(function* () {
      const found = yield* readKeys
      if (found !== undefined) return found
      // With secrets stored, a new key would open none of them, and its file would stand where the
      // right one must be restored. But another process may have created the file, and sealed
      // these, only now.
      return yield* Effect.flatMap(stored(secrets.all), (sealed) =>
        sealed.length > 0 ? readAgain : begin
      )
    })

    return StoredKeys.of({ keys, update: (change) => updateKeys(path, keys, change) })
  })

/**
 * Keeps the keys in `<database file>.secret`, or `<database file>.<prefix>.secret` for tables with
 * a prefix. Only its owner may read it. One key on each line in base64, newest first. Those of a
 * database in memory are in memory.
 */
export const layerStoredKeys = (
  filename: string,
  tablePrefix?: string
): Layer.Layer<StoredKeys, never, Database> =>
  Layer.effect(
    StoredKeys,
    filename === ":memory:" ? inMemory : Effect.flatMap(keyFileOf(filename, tablePrefix), inFile)
  )
