import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"

/** Port: whether the storage answers and every migration that this version needs is in; newer ones may be, too. */
export class StorageHealth extends Context.Tag("@telemark/core/StorageHealth")<StorageHealth, {
  readonly check: Effect.Effect<void, StorageError>
}>() {}
