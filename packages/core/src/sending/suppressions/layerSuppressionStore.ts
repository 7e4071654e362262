import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { SuppressionRecord } from "./Suppression.js"
import { SuppressionStore } from "./SuppressionStore.js"
import { makeList } from "./listRows.js"
import { storedTopic, topicColumn } from "./storedTopic.js"
import { makeWriteSuppressions } from "./writeSuppressions.js"

/**
 * The maximum of one address's suppressions that are read: topics come and go, but a tenant has few
 * at a time.
 */
const maxOfAddress = 1000

export const layerSuppressionStore = Layer.effect(
  SuppressionStore,
  Effect.gen(function* () {
    const { sql, tables, write } = yield* Database
    const list = yield* makeList
    const insertAll = yield* makeWriteSuppressions
    const columns = sql.literal(
      `tenant_id, folded, email_address, reason, added_at, ${topicColumn}`
    )
    return {
      insert: ({ added_at, email_address, folded, reason, tenant_id, topic }) =>
        stored(
          Effect.map(
            sql`INSERT INTO ${tables.suppressions} ${sql.insert({ tenant_id, folded, email_address, reason, added_at, topic: storedTopic(topic) })}
            ON CONFLICT DO NOTHING RETURNING folded`,
            (rows) => rows.length > 0
          )
        ),

      insertMany: (suppressions) => write(insertAll(suppressions)),

      find: (tenantId, folded) =>
        stored(sql<SuppressionRecord>`SELECT ${columns} FROM ${tables.suppressions} WHERE tenant_id = ${tenantId} AND folded = ${folded}
          ORDER BY suppressions.topic LIMIT ${maxOfAddress}`),

      list: (tenantId, page, filter) => stored(list(tenantId, page, filter)),

      remove: (tenantId, folded, topic) =>
        stored(
          Effect.map(
            sql`DELETE FROM ${tables.suppressions} WHERE tenant_id = ${tenantId} AND folded = ${folded} AND topic = ${storedTopic(topic)} RETURNING folded`,
            (rows) => rows.length > 0
          )
        )
    }
  })
)
