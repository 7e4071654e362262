import type { StorageError } from "@telemark/contract"
import { Context, type Effect, type Redacted } from "effect"

/** A key that secrets are sealed with: 32 random bytes. */
export type SecretKey = Redacted.Redacted<Uint8Array>

/**
 * Port: the keys that a storage keeps by itself beside what it stores, newest first, for hosts that bring none.
 * SQLite has a file for them; a database that many machines share has no place that it doesn't share too.
 */
export class StoredKeys extends Context.Tag("@telemark/core/StoredKeys")<StoredKeys, {
  /** Made at the first call where there are none yet; undefined where the storage has no place for them. Read anew each time. */
  readonly keys: Effect.Effect<ReadonlyArray<SecretKey> | undefined, StorageError>
  /**
   * Keeps what `change` makes of the present keys, and answers with it: no other process changes them in between, and they are
   * on disk when it succeeds. Fails where there is no place for them.
   */
  readonly update: (
    change: (present: ReadonlyArray<SecretKey>) => ReadonlyArray<SecretKey>
  ) => Effect.Effect<ReadonlyArray<SecretKey>, StorageError>
}>() {}
