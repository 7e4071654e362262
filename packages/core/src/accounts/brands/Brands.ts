import { decode, UpdateBrand } from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import { brandOf, type BrandSettings, changedSettings } from "./Brand.js"

interface BrandRow {
  readonly settings: string
}

const settingsOf = ([row]: ReadonlyArray<BrandRow>): BrandSettings =>
  row === undefined ? {} : (JSON.parse(row.settings) as BrandSettings)

type BrandsService = OperationsFor<string, "brand">

const decodeUpdate = decode(UpdateBrand)

const make = Effect.map(Database, ({ change, sql, tables }) => {
  const service: BrandsService = {
    get: (tenantId) =>
      stored(
        Effect.map(
          sql<BrandRow>`SELECT settings FROM ${tables.brands} WHERE tenant_id = ${tenantId}`,
          (rows) => brandOf(settingsOf(rows))
        )
      ),

    update: (tenantId, input) =>
      Effect.gen(function* () {
        const changes = yield* Effect.fromResult(decodeUpdate(input))
        const now = yield* Clock.currentTimeMillis
        const settings = yield* change(
          Effect.gen(function* () {
            // Reads the settings and locks them, even if there are none yet.
            const present = yield* sql<BrandRow>`
              INSERT INTO ${tables.brands} ${sql.insert({ tenant_id: tenantId, settings: "{}", updated_at: now })}
              ON CONFLICT (tenant_id) DO UPDATE SET updated_at = excluded.updated_at RETURNING settings`
            const changed = changedSettings(settingsOf(present), changes)
            yield* sql`UPDATE ${tables.brands} SET settings = ${JSON.stringify(changed)} WHERE tenant_id = ${tenantId}`
            return changed
          })
        )
        return brandOf(settings)
      })
  }
  return service
})

/** The look of each tenant's starter templates. */
export class Brands extends Context.Service<Brands, BrandsService>()("@telemark/core/Brands") {
  static readonly layer = Layer.effect(this, make)
}
