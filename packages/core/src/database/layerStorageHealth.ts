import { Effect, Layer } from "effect"
import { Database } from "./Database.js"
import { StorageHealth } from "./StorageHealth.js"
import { checkSchema } from "./migrations/migrate.js"

export const layerStorageHealth = Layer.effect(
  StorageHealth,
  Effect.map(Database, (database) => ({ check: checkSchema(database) }))
)
