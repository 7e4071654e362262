import { StorageHealth } from "@telemark/core"
import { Effect, Layer } from "effect"
import { Database } from "../Database/index.js"
import { checkSchema } from "../Migrations/index.js"

export const layerStorageHealth = Layer.effect(
  StorageHealth,
  Effect.map(Database, (database) => ({ check: checkSchema(database) }))
)
