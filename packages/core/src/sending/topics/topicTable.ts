import { Effect } from "effect"
import { makeLockTenant } from "../../accounts/tenants/tenantTable.js"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import { defineTable, type Row } from "../../database/table.js"
import { topicKey, type TopicRecord } from "./Topic.js"

const topicTable = defineTable<TopicRecord>()({
  tenant_id: "plain",
  id: "plain",
  name: "plain",
  description: "plain",
  translations: "json",
  created_at: "plain"
})

type TopicRow = Row<typeof topicTable>

/** Statements about topics. Those that lock belong into a transaction. */
export const topicQueries = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const lockTenant = makeLockTenant(database)
  const columns = sql.literal(topicTable.columns)
  const forUpdate = sql.literal(dialect.forUpdate)
  const select = (tenantId: string, id: string) =>
    sql<TopicRow>`SELECT ${columns} FROM ${tables.topics} WHERE tenant_id = ${tenantId} AND id = ${id}`
  const first = ([row]: ReadonlyArray<TopicRow>): TopicRecord | undefined =>
    row && topicTable.decode(row)

  return {
    find: (tenantId: string, id: string) => Effect.map(select(tenantId, id), first),

    findLocked: (tenantId: string, id: string) =>
      Effect.map(sql<TopicRow>`${select(tenantId, id)} ${forUpdate}`, first),

    /** In the order in which they were created, ties by id. */
    list: (tenantId: string) =>
      Effect.map(
        sql<TopicRow>`SELECT ${columns} FROM ${tables.topics} WHERE tenant_id = ${tenantId} ORDER BY created_at, id`,
        (rows) => rows.map(topicTable.decode)
      ),

    /** The ids of a tenant's topics. */
    listIdsLocked: (tenantId: string) =>
      Effect.andThen(
        lockTenant(tenantId),
        Effect.map(
          sql<{ id: string }>`SELECT id FROM ${tables.topics} WHERE tenant_id = ${tenantId}`,
          (rows) => rows.map(({ id }) => id)
        )
      ),

    /** False if there is one of this id. */
    insert: (topic: TopicRecord) =>
      Effect.map(
        sql`INSERT INTO ${tables.topics} ${sql.insert(topicTable.encode(topic))} ON CONFLICT DO NOTHING RETURNING id`,
        (rows) => rows.length > 0
      ),

    update: (topic: TopicRecord) => {
      const { description, id, name, tenant_id, translations } = topicTable.encode(topic)
      return sql`UPDATE ${tables.topics} SET name = ${name}, description = ${description}, translations = ${translations}
        WHERE tenant_id = ${tenant_id} AND id = ${id}`
    },

    /** False if there was none. */
    remove: (tenantId: string, id: string) =>
      Effect.map(
        sql`DELETE FROM ${tables.topics} WHERE tenant_id = ${tenantId} AND id = ${id} RETURNING id`,
        (rows) => rows.length > 0
      )
  }
})

/** Those that exist, as rows with `tenant_id` and `id`. */
export const makeSelectTopics = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const keys = given(database, { tenant_id: "text", id: "text" })
  return (wanted: ReadonlyArray<{ readonly tenant_id: string; readonly topic: string }>) => {
    const distinct = new Map(
      wanted.map(({ tenant_id, topic }) => [topicKey(tenant_id, topic), { tenant_id, id: topic }])
    )
    return sql`SELECT tenant_id, id FROM ${tables.topics} WHERE (tenant_id, id) IN (SELECT tenant_id, id FROM ${keys([...distinct.values()])} AS given)`
  }
})
