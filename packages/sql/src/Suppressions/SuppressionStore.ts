import { type SuppressionRecord, SuppressionStore } from "@telemark/core"
import { Effect, Layer } from "effect"
import { Database, stored } from "../Database/index.js"

export const layerSuppressionStore = Layer.effect(
  SuppressionStore,
  Effect.map(Database, ({ sql, tables }) => {
    const columns = sql.literal("tenant_id, folded, email_address, reason, added_at")
    return {
      insert: ({ added_at, email_address, folded, reason, tenant_id }) =>
        stored(Effect.map(
          sql`INSERT INTO ${tables.suppressions} ${sql.insert({ tenant_id, folded, email_address, reason, added_at })}
            ON CONFLICT DO NOTHING RETURNING folded`,
          (rows) => rows.length > 0
        )),

      find: (tenantId, folded) =>
        stored(Effect.map(
          sql<SuppressionRecord>`SELECT ${columns} FROM ${tables.suppressions} WHERE tenant_id = ${tenantId} AND folded = ${folded}`,
          ([found]) => found
        )),

      list: (tenantId, { limit, offset }) =>
        stored(sql<SuppressionRecord>`SELECT ${columns} FROM ${tables.suppressions} WHERE tenant_id = ${tenantId}
          ORDER BY added_at DESC, folded DESC LIMIT ${limit} OFFSET ${offset}`),

      remove: (tenantId, folded) =>
        stored(Effect.map(
          sql`DELETE FROM ${tables.suppressions} WHERE tenant_id = ${tenantId} AND folded = ${folded} RETURNING folded`,
          (rows) => rows.length > 0
        ))
    }
  })
)
