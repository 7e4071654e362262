import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type { Database } from "../../database/Database.js"
import type { EmailFilter } from "./EmailStore.js"
import { makeConditions } from "./conditions.js"
import { type Counts, type FilteredBy, maxCounted } from "./selection.js"

/**
 * Counts the messages that each part of a filter would leave, up to `maxCounted`: in the order of
 * the part's index, and no further.
 */
export const makeCountEach = ({ dialect, sql, tables }: typeof Database.Service) => {
  const { hasTag, isWanted } = makeConditions(sql, dialect)
  const max = sql.literal(String(maxCounted))

  const rows = (tenantId: string, filter: EmailFilter, by: FilteredBy) => {
    const { since, until } = filter
    const [table, id, condition] =
      by === "tag"
        ? ([tables.email_tags, sql`email_id`, hasTag(filter)] as const)
        : ([tables.emails, sql`id`, isWanted(by, filter)] as const)
    const all = sql.and([
      sql`tenant_id = ${tenantId}`,
      condition,
      ...(since === undefined ? [] : [sql`created_at >= ${since}`]),
      ...(until === undefined ? [] : [sql`created_at < ${until}`])
    ])
    return sql`SELECT 1 AS one FROM ${table} WHERE ${all} ORDER BY created_at DESC, ${id} DESC LIMIT ${max}`
  }

  return (
    tenantId: string,
    filter: EmailFilter,
    parts: ReadonlyArray<FilteredBy>
  ): Effect.Effect<Counts, SqlError.SqlError> =>
    Effect.map(
      sql<Counts>`SELECT ${sql.csv(parts.map((by) => sql`(SELECT COUNT(*) FROM (${rows(tenantId, filter, by)}) AS found) AS ${sql.literal(by)}`))}`,
      ([counts = {}]) => counts
    )
}
