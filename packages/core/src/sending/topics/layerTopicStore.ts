import { Effect, Layer, Result } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { TopicRecord } from "./Topic.js"
import { TopicStore } from "./TopicStore.js"
import { topicColumns, topicOf, topicRow, type TopicRow } from "./topicRows.js"

export const layerTopicStore = Layer.effect(
  TopicStore,
  Effect.gen(function* () {
    const { dialect, sql, tables, write } = yield* Database
    const forUpdate = sql.literal(dialect.forUpdate)
    const columns = sql.literal(topicColumns)
    const first = ([row]: ReadonlyArray<TopicRow>): TopicRecord | undefined => row && topicOf(row)
    const select = (tenantId: string, id: string) =>
      sql<TopicRow>`SELECT ${columns} FROM ${tables.topics} WHERE tenant_id = ${tenantId} AND id = ${id}`

    return {
      insert: (topic, max) =>
        write(
          Effect.gen(function* () {
            const { id, tenant_id } = topic
            // Of several inserts at once, one waits for the other.
            yield* sql`SELECT id FROM ${tables.tenants} WHERE id = ${tenant_id} ${forUpdate}`
            const present = yield* sql<{
              readonly id: string
            }>`SELECT id FROM ${tables.topics} WHERE tenant_id = ${tenant_id}`
            if (present.some((one) => one.id === id)) return "exists"
            if (present.length >= max) return "full"
            const inserted =
              yield* sql`INSERT INTO ${tables.topics} ${sql.insert({ ...topicRow(topic) })} ON CONFLICT DO NOTHING RETURNING id`
            return inserted.length > 0 ? "inserted" : "exists"
          })
        ),

      list: (tenantId) =>
        stored(
          Effect.map(
            sql<TopicRow>`SELECT ${columns} FROM ${tables.topics} WHERE tenant_id = ${tenantId} ORDER BY created_at, id`,
            (rows) => rows.map(topicOf)
          )
        ),

      find: (tenantId, id) => stored(Effect.map(select(tenantId, id), first)),

      update: (tenantId, id, change) =>
        write(
          Effect.gen(function* () {
            const found = first(yield* sql<TopicRow>`${select(tenantId, id)} ${forUpdate}`)
            if (found === undefined) return undefined
            const changed = change(found)
            if (Result.isFailure(changed)) return changed
            const { description, name, translations } = topicRow(changed.success)
            yield* sql`UPDATE ${tables.topics} SET name = ${name}, description = ${description}, translations = ${translations}
            WHERE tenant_id = ${tenantId} AND id = ${id}`
            return changed
          })
        ),

      remove: (tenantId, id) =>
        stored(
          Effect.map(
            sql`DELETE FROM ${tables.topics} WHERE tenant_id = ${tenantId} AND id = ${id} RETURNING id`,
            (rows) => rows.length > 0
          )
        )
    }
  })
)
