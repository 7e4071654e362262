import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { BrandSettings } from "./Brand.js"
import { BrandStore } from "./BrandStore.js"

interface Row {
  readonly settings: string
}

const settingsOf = (row: Row | undefined): BrandSettings =>
  row === undefined ? {} : (JSON.parse(row.settings) as BrandSettings)

export const layerBrandStore = Layer.effect(
  BrandStore,
  Effect.map(Database, ({ sql, tables, write }) => ({
    find: (tenantId) =>
      stored(
        Effect.map(
          sql<Row>`SELECT settings FROM ${tables.brands} WHERE tenant_id = ${tenantId}`,
          ([row]) => settingsOf(row)
        )
      ),

    save: (tenantId, change, now) =>
      write(
        Effect.gen(function* () {
          // Reads the settings and locks them, even if there are none yet.
          const [row] = yield* sql<Row>`
          INSERT INTO ${tables.brands} ${sql.insert({ tenant_id: tenantId, settings: "{}", updated_at: now })}
          ON CONFLICT (tenant_id) DO UPDATE SET updated_at = excluded.updated_at RETURNING settings`
          const settings = change(settingsOf(row))
          yield* sql`UPDATE ${tables.brands} SET settings = ${JSON.stringify(settings)} WHERE tenant_id = ${tenantId}`
          return settings
        })
      )
  }))
)
