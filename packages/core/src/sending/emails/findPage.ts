import { type EmailStatus, emailStatuses } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { perColumn } from "../../events/analytics/countedAs.js"
import { millisOf } from "../../events/analytics/periodCounts.js"
import type { EmailFilter, EmailPage, FoundEmails } from "./Email.js"
import { isCounted } from "./chooseIndex.js"
import type { FoundRows, Range } from "./readPage.js"
import { makeSearch } from "./searchEmails.js"

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

/** Up to here, skipping rows costs less than looking for a place to start from. */
const shallow = 1000

const found = ({ emails, next }: FoundRows): FoundEmails => ({ emails, next: next?.id ?? null })

type Listed = Effect.Effect<FoundEmails | undefined, SqlError.SqlError>

/**
 * Lists the log from its top, after a message, or from an offset. Changes between two statements
 * may shift a page by a row, as between two pages.
 */
export const makeList = Effect.gen(function* () {
  const { sql, tables } = yield* Database
  const startAt = yield* makeFindPageStart
  const search = yield* makeSearch

  const read = (tenantId: string, filter: EmailFilter, range: Range) =>
    Effect.map(search(tenantId, filter, range), found)

  const behind = (tenantId: string, id: string, limit: number, filter: EmailFilter): Listed =>
    Effect.flatMap(
      sql<{
        readonly created_at: number
      }>`SELECT created_at FROM ${tables.emails} WHERE id = ${id} AND tenant_id = ${tenantId}`,
      ([found]) =>
        found === undefined
          ? Effect.succeed(undefined)
          : read(tenantId, filter, {
              limit,
              offset: 0,
              behind: { id, created_at: found.created_at }
            })
    )

  const farDown = (tenantId: string, limit: number, offset: number, filter: EmailFilter): Listed =>
    Effect.flatMap(startAt(tenantId, offset, filter.status), (start) =>
      start === undefined
        ? Effect.succeed({ emails: [], next: null })
        : read(tenantId, filter, { limit, ...start })
    )

  return (tenantId: string, { after, limit, offset }: EmailPage, filter: EmailFilter): Listed => {
    if (after !== undefined) return behind(tenantId, after, limit, filter)
    return offset > shallow && isCounted(filter)
      ? farDown(tenantId, limit, offset, filter)
      : read(tenantId, filter, { limit, offset })
  }
})
