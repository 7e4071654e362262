import { emailStatuses } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { engagementConditions, handoverColumnHere } from "./columns.js"

/**
 * A tenant's messages from `from` to before `to`, once per column that counts them. Naming the
 * statuses lets an index answer alone, except failures, and so does asking for engaged messages
 * first.
 */
export const makeCountedRows = Effect.map(
  Database,
  ({ sql, tables }) =>
    (tenantId: string, from: number, to: number) =>
      sql`
  SELECT tenant_id, created_at, status FROM ${tables.emails}
  WHERE tenant_id = ${tenantId} AND ${sql.in("status", emailStatuses)} AND created_at >= ${from} AND created_at < ${to}
  UNION ALL
  SELECT tenant_id, created_at, 'cancelled' FROM ${tables.emails}
  WHERE tenant_id = ${tenantId} AND status = 'failed' AND failure_code = 'cancelled' AND created_at >= ${from} AND created_at < ${to}
  UNION ALL ${sql.join(
    " UNION ALL ",
    false
  )(
    engagementConditions.map(
      ({ condition, name }) => sql`
    SELECT tenant_id, created_at, ${sql.literal(`'${name}'`)} FROM ${tables.emails}
    WHERE tenant_id = ${tenantId} AND engagement > 0 AND ${sql.literal(condition)} AND created_at >= ${from} AND created_at < ${to}`
    )
  )}`
)

/** The same of messages that were handed over. It reads the log itself. */
export const makeHandedRows = Effect.map(
  Database,
  ({ sql, tables }) =>
    (tenantId: string, from: number, to: number) =>
      sql`
  SELECT tenant_id, created_at, ${sql.literal(handoverColumnHere)} AS status FROM (
    SELECT tenant_id, created_at, sent_at - CASE WHEN scheduled_at > created_at THEN scheduled_at ELSE created_at END AS took FROM ${tables.emails}
    WHERE tenant_id = ${tenantId} AND created_at >= ${from} AND created_at < ${to} AND sent_at IS NOT NULL) AS handed`
)
