import type { StorageError } from "@telemark/contract"
import { Array, Context, Effect, Redacted, Result } from "effect"
import { Base64Url, Hex } from "effect/encoding"
import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto"
import { InvalidSecret, SecretMissing } from "./secretErrors.js"

/** 32 random bytes. */
export type SecretKey = Redacted.Redacted<Uint8Array>

/** The first seals new secrets. */
export type SecretKeys = Array.NonEmptyReadonlyArray<SecretKey>

/**
 * Port: keys that a storage keeps beside its data, newest first, for hosts that provide none.
 * SQLite has a file for them; a shared database server has no separate location for them.
 */
export class StoredKeys extends Context.Service<
  StoredKeys,
  {
    /**
     * Created by the first call if there are none; undefined if the storage can't keep keys. Read
     * anew each time.
     */
    readonly keys: Effect.Effect<ReadonlyArray<SecretKey> | undefined, StorageError>
    /**
     * Replaces the keys with the result of `change`, durably and without other changes in between.
     * Fails if the storage can't keep keys.
     */
    readonly update: (
      change: (present: ReadonlyArray<SecretKey>) => ReadonlyArray<SecretKey>
    ) => Effect.Effect<ReadonlyArray<SecretKey>, StorageError>
  }
>()("@telemark/core/StoredKeys") {}

/** 32 bytes in base64 (43 characters and padding), also in the URL alphabet (RFC 4648 5). */
const keyText = /^[A-Za-z0-9+/_-]{43}=?$/

const parseKey = (text: string): Result.Result<SecretKey, InvalidSecret> =>
  keyText.test(text)
    ? Base64Url.decode(text.replaceAll("+", "-").replaceAll("/", "_")).pipe(
        Result.mapBoth({
          onFailure: () => new InvalidSecret(),
          onSuccess: (bytes) => Redacted.make(bytes)
        })
      )
    : Result.fail(new InvalidSecret())

/** Such as TELEMARK_SECRET: comma-separated keys of 32 bytes in base64, the sealing key first. */
export const parseSecret = (
  secret: string | Redacted.Redacted
): Result.Result<SecretKeys, InvalidSecret> =>
  Result.flatMap(
    Result.all(
      (typeof secret === "string" ? secret : Redacted.value(secret))
        .split(",")
        .map((text) => parseKey(text.trim()))
    ),
    (keys) =>
      Array.isReadonlyArrayNonEmpty(keys) ? Result.succeed(keys) : Result.fail(new InvalidSecret())
  )

export const storedSecrets: Effect.Effect<SecretKeys, SecretMissing | StorageError, StoredKeys> =
  Effect.gen(function* () {
    const secrets = (yield* (yield* StoredKeys).keys) ?? []
    return Array.isReadonlyArrayNonEmpty(secrets) ? secrets : yield* new SecretMissing()
  })

/** The keys of `secret`, or those that the storage keeps. */
export const secretKeysOf = (
  secret: string | Redacted.Redacted | undefined
): Effect.Effect<SecretKeys, SecretMissing | InvalidSecret | StorageError, StoredKeys> =>
  secret === undefined ? storedSecrets : Effect.fromResult(parseSecret(secret))

export const isSameKey = (a: SecretKey, b: SecretKey): boolean =>
  Hex.encode(Redacted.value(a)) === Hex.encode(Redacted.value(b))

/**
 * Derives bytes for one purpose by HKDF-SHA-256 (RFC 5869). The secret is random over its whole
 * length, so that a salt would add nothing (3.1).
 */
const derive = (secret: SecretKey, purpose: string, length: number): Uint8Array =>
  new Uint8Array(
    hkdfSync("sha256", Redacted.value(secret), "", `telemark/secrets/1/${purpose}`, length)
  )

/** 32 bytes. */
export const derivePurposeKey = (secret: SecretKey, purpose: string): Uint8Array =>
  derive(secret, `token/${purpose}`, 32)

/** Derived from a secret. */
export interface SealingKey {
  readonly secret: SecretKey
  /**
   * Identifies the key of a sealed text without revealing anything of it: four derived bytes in
   * hex.
   */
  readonly id: string
  /** For AES-256-GCM. */
  readonly key: KeyObject
}

export const deriveSealingKey = (secret: SecretKey): SealingKey => ({
  secret,
  id: Hex.encode(derive(secret, "key id", 4)),
  key: createSecretKey(derive(secret, "aes-256-gcm", 32))
})
