import { type EmailStatus, emailStatuses } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { perColumn } from "../../events/analytics/countedAs.js"
import { millisOf } from "../../events/analytics/periodCounts.js"

/** Where a list begins: with rows created before an instant, after so many of them. */
interface Start {
  readonly before: number
  readonly offset: number
}

/**
 * Finds where a page far down a list begins. A database would walk through all rows before it. The
 * counters say how many rows each day has, and each hour of the day where the page begins: only
 * that hour's rows are walked through.
 */
export const makeFindPageStart = Effect.map(Database, ({ sql, tables }) => {
  const inDay = sql.literal(String(millisOf.day))
  const all = sql.literal(emailStatuses.join(" + "))
  const only = perColumn((column) => sql.literal(column))

  /**
   * The newest hour that, with everything later, has more rows than `offset`; undefined if there is
   * none.
   */
  return (
    tenantId: string,
    offset: number,
    status: EmailStatus | undefined
  ): Effect.Effect<Start | undefined, SqlError.SqlError> => {
    // How many rows a period has, and how many are later. The sum of BIGINTs is NUMERIC on
    // Postgres.
    const count = status === undefined ? all : only[status]
    const counts = sql`starts_at, ${count} AS count, CAST(SUM(${count}) OVER (ORDER BY starts_at DESC) - (${count}) AS BIGINT) AS later`
    return Effect.map(
      sql<{ readonly hour: number; readonly later: number }>`
        WITH day AS MATERIALIZED (
          SELECT starts_at, later FROM (
            SELECT ${counts} FROM ${tables.email_counts} WHERE tenant_id = ${tenantId} AND period = 'day'
          ) AS days WHERE later + count > ${offset} ORDER BY starts_at DESC LIMIT 1
        )
        SELECT hours.starts_at AS hour, day.later + hours.later AS later FROM day CROSS JOIN (
          SELECT ${counts} FROM ${tables.email_counts} WHERE tenant_id = ${tenantId} AND period = 'hour'
            AND starts_at >= (SELECT starts_at FROM day) AND starts_at < (SELECT starts_at + ${inDay} FROM day)
        ) AS hours WHERE day.later + hours.later + count > ${offset} ORDER BY hours.starts_at DESC LIMIT 1`,
      ([found]) => found && { before: found.hour + millisOf.hour, offset: offset - found.later }
    )
  }
})
