import type { StorageError } from "@telemark/contract"
import { Context, type Effect, type Redacted } from "effect"

/** A key that secrets are sealed with: 32 random bytes. */
export type SecretKey = Redacted.Redacted<Uint8Array>

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
