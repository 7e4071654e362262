import type * as SqlError from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Database } from "../Database/index.js"
import { type Due, takeTurns } from "./turns.js"

type Chosen = Pick<Due, "id" | "due_at">

/** SQLite joins at most 500 SELECTs. */
const mostTenants = 100

/**
 * Chooses due messages inside the transaction that is going to lease them. Neither way reads more of the
 * queue than it takes: its cost doesn't grow with what is waiting.
 */
export const makeChoose = Effect.map(Database, ({ dialect, sql }) => {
  const skipLocked = sql.literal(dialect.skipLocked)
  let servedLast = ""

  const oldest = (limit: number, now: number) =>
    sql<Chosen>`SELECT id, due_at FROM queue WHERE due_at <= ${now} ORDER BY due_at, id LIMIT ${limit} ${skipLocked}`

  // A loose index scan: one seek for each tenant that has anything in the queue, until enough are found.
  const tenantsFrom = (after: string, limit: number, now: number) =>
    sql<{ readonly tenant_id: string }>`
      WITH RECURSIVE turn (tenant_id) AS (
        SELECT (SELECT MIN(tenant_id) FROM queue WHERE tenant_id > ${after})
        UNION ALL
        SELECT (SELECT MIN(tenant_id) FROM queue WHERE tenant_id > turn.tenant_id) FROM turn WHERE tenant_id IS NOT NULL
      )
      SELECT tenant_id FROM turn
      WHERE tenant_id IS NOT NULL
        AND EXISTS (SELECT 1 FROM queue WHERE queue.tenant_id = turn.tenant_id AND due_at <= ${now})
      LIMIT ${limit}`

  const tenantsInTurn = (limit: number, now: number): Effect.Effect<ReadonlyArray<string>, SqlError.SqlError> =>
    Effect.gen(function*() {
      const after = yield* tenantsFrom(servedLast, limit, now)
      const before = after.length === limit ? [] : yield* tenantsFrom("", limit, now)
      return [...new Set([...after, ...before].map((row) => row.tenant_id))].slice(0, limit)
    })

  // Up to twice an even share each, so that what some lack can go to others.
  const dueOf = (tenants: ReadonlyArray<string>, limit: number, now: number) => {
    const most = Math.ceil((2 * limit) / tenants.length)
    return sql<Due>`${sql.join(" UNION ALL ", false)(tenants.map((tenantId) =>
      sql`SELECT id, tenant_id, due_at FROM (
        SELECT id, tenant_id, due_at FROM queue WHERE tenant_id = ${tenantId} AND due_at <= ${now}
        ORDER BY due_at, id LIMIT ${most} ${skipLocked}) AS due`))}`
  }

  return (limit: number, now: number): Effect.Effect<ReadonlyArray<Chosen>, SqlError.SqlError> =>
    Effect.gen(function*() {
      // As long as all that is due fits, nobody has to wait for a turn.
      const first = yield* oldest(limit + 1, now)
      if (first.length <= limit) return first
      const tenants = yield* tenantsInTurn(Math.min(limit, mostTenants), now)
      const chosen = takeTurns(yield* dueOf(tenants, limit, now), limit)
      servedLast = tenants.at(-1) ?? ""
      return [...chosen].sort((a, b) => a.due_at - b.due_at)
    })
})
