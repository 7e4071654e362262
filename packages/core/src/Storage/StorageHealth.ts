import { Context, type Effect } from "effect"
import type { StorageError } from "./StorageError.js"

/** Port: whether the storage answers and every migration that this version needs is in; newer ones may be, too. */
export class StorageHealth extends Context.Tag("@telemark/core/StorageHealth")<StorageHealth, {
  readonly check: Effect.Effect<void, StorageError>
}>() {}
