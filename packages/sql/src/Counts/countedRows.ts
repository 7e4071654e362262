import { emailStatuses } from "@telemark/core"
import { Effect } from "effect"
import { Database } from "../Database/index.js"

/** A tenant's messages from `from` to before `to`, once per column that counts them. Naming the statuses lets an index answer alone, except failures. */
export const makeCountedRows = Effect.map(Database, ({ sql, tables }) => (tenantId: string, from: number, to: number) => sql`
  SELECT tenant_id, created_at, status FROM ${tables.emails}
  WHERE tenant_id = ${tenantId} AND ${sql.in("status", emailStatuses)} AND created_at >= ${from} AND created_at < ${to}
  UNION ALL
  SELECT tenant_id, created_at, 'cancelled' FROM ${tables.emails}
  WHERE tenant_id = ${tenantId} AND status = 'failed' AND failure_code = 'cancelled' AND created_at >= ${from} AND created_at < ${to}`)
