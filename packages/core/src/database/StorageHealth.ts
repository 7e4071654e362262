import type { StorageError } from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import { Database } from "./Database.js"
import { checkSchema } from "./migrations/migrate.js"

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

export const layerStorageHealth = Layer.effect(
  StorageHealth,
  Effect.map(Database, (database) => ({ check: checkSchema(database) }))
)
