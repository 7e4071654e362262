import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"
import { heldUntil } from "../../delivery/message/transition.js"
import type { SqlSendResult } from "./sqlSendTable.js"

/** All held ones by default. */
interface Which {
  readonly tenantId?: string | undefined
  readonly ids?: ReadonlyArray<string> | undefined
  /** Inserted before this time. */
  readonly before?: number | undefined
}

/** As others are refused, in words of its own: no operation of the interface does this. */
const cancelled: SqlSendResult = {
  status: "refused",
  error: "cancelled",
  message: "The operator cancelled it before it was accepted.",
  messages: []
}

/** Inside transactions. Each returns how many rows it changed. */
export const makeHeldSqlSends = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)
  const count = (rows: ReadonlyArray<unknown>): number => rows.length

  const isMeant = ({ before, ids, tenantId }: Which) =>
    sql.and([
      sql`tenant_id > ''`,
      sql`due_at = ${heldUntil}`,
      ...(tenantId === undefined ? [] : [sql`tenant_id = ${tenantId}`]),
      ...(ids === undefined ? [] : [sql`id ${among(ids)}`]),
      ...(before === undefined ? [] : [sql`created_at < ${before}`])
    ])

  return {
    /** Whoever has leased them. */
    hold: Effect.map(
      sql`UPDATE ${tables.sql_sends} SET due_at = ${heldUntil} WHERE tenant_id > '' AND due_at < ${heldUntil} RETURNING 1 AS one`,
      count
    ),
    release: (which: Which, now: number) =>
      Effect.map(
        sql`UPDATE ${tables.sql_sends} SET due_at = ${now} WHERE ${isMeant(which)} RETURNING 1 AS one`,
        count
      ),
    cancel: (which: Which, now: number) =>
      Effect.map(
        sql`UPDATE ${tables.sql_sends} SET due_at = NULL, request = NULL, result = ${JSON.stringify(cancelled)}, decided_at = ${now}
          WHERE ${isMeant(which)} RETURNING 1 AS one`,
        count
      ),
    byTenant: sql<{
      readonly tenant_id: string
      readonly count: number
    }>`SELECT tenant_id, COUNT(*) AS count FROM ${tables.sql_sends} WHERE tenant_id > '' AND due_at = ${heldUntil} GROUP BY tenant_id`
  }
})
