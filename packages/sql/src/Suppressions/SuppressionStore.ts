import { type SuppressionRecord, SuppressionStore } from "@telemark/core"
import { Effect, Layer } from "effect"
import { Database, stored } from "../Database/index.js"
import { storedTopic, topicColumn } from "./storedTopic.js"

/** The maximum of one address's suppressions that are read: topics come and go, but a tenant has few at a time. */
const maxOfAddress = 1000

export const layerSuppressionStore = Layer.effect(
  SuppressionStore,
  Effect.map(Database, ({ sql, tables }) => {
    const columns = sql.literal(`tenant_id, folded, email_address, reason, added_at, ${topicColumn}`)
    // The index is of rows with a topic: the condition says that this is one.
    const ofTopic = (topic: string | undefined) => topic === undefined ? sql.literal("") : sql`AND topic = ${topic} AND topic <> ''`
    return {
      insert: ({ added_at, email_address, folded, reason, tenant_id, topic }) =>
        stored(Effect.map(
          sql`INSERT INTO ${tables.suppressions} ${sql.insert({ tenant_id, folded, email_address, reason, added_at, topic: storedTopic(topic) })}
            ON CONFLICT DO NOTHING RETURNING folded`,
          (rows) => rows.length > 0
        )),

      find: (tenantId, folded) =>
        stored(sql<SuppressionRecord>`SELECT ${columns} FROM ${tables.suppressions} WHERE tenant_id = ${tenantId} AND folded = ${folded}
          ORDER BY suppressions.topic LIMIT ${maxOfAddress}`),

      list: (tenantId, { limit, offset }, topic) =>
        stored(sql<SuppressionRecord>`SELECT ${columns} FROM ${tables.suppressions} WHERE tenant_id = ${tenantId} ${ofTopic(topic)}
          ORDER BY added_at DESC, folded DESC, suppressions.topic DESC LIMIT ${limit} OFFSET ${offset}`),

      remove: (tenantId, folded, topic) =>
        stored(Effect.map(
          sql`DELETE FROM ${tables.suppressions} WHERE tenant_id = ${tenantId} AND folded = ${folded} AND topic = ${storedTopic(topic)} RETURNING folded`,
          (rows) => rows.length > 0
        ))
    }
  })
)
