import { foldAddress, toAsciiDomain } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import type { Database } from "../../database/Database.js"
import type { Dialect } from "../../database/dialect/Dialect.js"
import type { EmailFilter } from "./Email.js"
import { type Counts, type FilteredBy, maxCounted } from "./chooseIndex.js"
import { rangeOf, recipientColumn, searchColumns } from "./emailTable.js"

/** A domain as A-labels. */
const asciiOf = (domain = ""): string => toAsciiDomain(domain) ?? domain.toLowerCase()

export const makeConditions = (sql: SqlClient.SqlClient, dialect: Dialect) => {
  const recipient = sql.literal(recipientColumn)
  const columns = searchColumns(dialect)
  return {
    hasTag: ({ tag }: EmailFilter): Statement.Fragment =>
      sql`name = ${tag?.name ?? ""} AND value = ${tag?.value ?? ""}`,
    isWanted: (by: Exclude<FilteredBy, "tag">, filter: EmailFilter): Statement.Fragment => {
      switch (by) {
        case "recipient": {
          const folded = foldAddress(filter.recipient ?? "")
          // Versions before didn't compose letters. The log isn't rewritten: it may be large, and
          // its messages go after their time.
          const earlier = folded.normalize("NFD")
          return earlier === folded
            ? sql`${recipient} = ${folded}`
            : sql`${recipient} IN (${folded}, ${earlier})`
        }
        case "recipient_domain":
          return sql`${sql.literal(columns.recipient_domain)} = ${asciiOf(filter.recipient_domain)}`
        case "sender_domain":
          // Senders are stored as they were given.
          return sql`${sql.literal(columns.sender_domain)} IN (${asciiOf(filter.sender_domain)}, ${(filter.sender_domain ?? "").toLowerCase()})`
        case "subject": {
          const [from, to] = rangeOf(filter.subject ?? "")
          return sql`(${sql.literal(columns.subject)} >= ${from} AND ${sql.literal(columns.subject)} < ${to})`
        }
        case "template_id":
          return sql`template_id = ${filter.template_id ?? ""}`
        case "status":
          return sql`status = ${filter.status ?? ""}`
      }
    }
  }
}

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
