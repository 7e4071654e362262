import type { Page } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"
import { defineTable, type Row } from "../../database/table.js"
import { firstIdAt } from "../../kernel/ids.js"
import { makeQueueForOperator } from "../operator/queueForOperator.js"
import { type AuditRecord, hiddenKinds } from "./AuditEntry.js"

const auditTable = defineTable<AuditRecord>()({
  id: "plain",
  created_at: "plain",
  operation: "plain",
  outcome: "plain",
  actor_kind: "plain",
  actor_id: "plain",
  actor_name: "plain",
  tenant_id: "plain",
  tenant_name: "plain",
  target_kind: "plain",
  target_id: "plain",
  members: "json",
  ip_address: "plain",
  user_agent: "plain"
})

/** Entries must match all. Times are epoch milliseconds. */
export interface AuditFilter {
  /** Only entries of the tenant with this id; all by default. */
  readonly tenantId?: string | undefined
  readonly actor?: string | undefined
  readonly operation?: string | undefined
  readonly target?: string | undefined
  readonly tenant?: string | undefined
  readonly since?: number | undefined
  readonly until?: number | undefined
}

export const auditQueries = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)
  const queueForOperator = makeQueueForOperator(database)
  const columns = sql.literal(auditTable.columns)
  return {
    /** Within a transaction. */
    insert: (record: AuditRecord) =>
      Effect.andThen(
        sql`INSERT INTO ${tables.audit_log} ${sql.insert(auditTable.encode(record))}`,
        queueForOperator("audit.recorded", record)
      ),

    find: (ids: ReadonlyArray<string>) =>
      Effect.map(
        sql<
          Row<typeof auditTable>
        >`SELECT ${columns} FROM ${tables.audit_log} WHERE id ${among(ids)}`,
        (rows) => rows.map(auditTable.decode)
      ),

    /** Newest first, behind the entry `after`. */
    list: (filter: AuditFilter, { limit, offset }: Page, after: string | undefined) => {
      const { actor, operation, since, target, tenant, tenantId, until } = filter
      // What an entry hides, a filter doesn't tell either.
      const isShown =
        tenantId === undefined ? sql`1 = 1` : sql`NOT (${sql.in("actor_kind", hiddenKinds)})`
      const conditions = [
        // Or Postgres may sort the whole table.
        since === undefined ? sql`id > ''` : sql`id >= ${firstIdAt("aud", since)}`,
        ...(tenantId === undefined ? [] : [sql`tenant_id = ${tenantId}`]),
        ...(after === undefined ? [] : [sql`id < ${after}`]),
        ...(until === undefined ? [] : [sql`id < ${firstIdAt("aud", until)}`]),
        ...(operation === undefined ? [] : [sql`operation = ${operation}`]),
        ...(tenant === undefined ? [] : [sql`tenant_name = ${tenant}`]),
        ...(actor === undefined
          ? []
          : [
              sql`(actor_kind = ${actor} OR ((actor_id = ${actor} OR actor_name = ${actor}) AND ${isShown}))`
            ]),
        ...(target === undefined ? [] : [sql`(target_id = ${target} OR target_kind = ${target})`])
      ]
      return Effect.map(
        sql<
          Row<typeof auditTable>
        >`SELECT ${columns} FROM ${tables.audit_log} WHERE ${sql.and(conditions)}
          ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`,
        (rows) => rows.map(auditTable.decode)
      )
    }
  }
})
