import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"

/**
 * Port: checks that storage can be written to and has every migration that this version needs;
 * newer ones are fine.
 */
export class StorageHealth extends Context.Service<
  StorageHealth,
  {
    readonly check: Effect.Effect<void, StorageError>
  }
>()("@telemark/core/StorageHealth") {}
