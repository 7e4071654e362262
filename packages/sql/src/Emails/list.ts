import type * as SqlError from "@effect/sql/SqlError"
import type { EmailStatus, ListedEmail, Page } from "@telemark/core"
import { Effect } from "effect"
import { eachStatus, millisOf, perStatus } from "../Counts/index.js"
import { Database } from "../Database/index.js"

/** Up to here, skipping rows costs less than looking for a place to start from. */
const shallow = 1000

/** Where a list is begun: only with what was made before an instant, and after so many rows of that. */
interface Start {
  readonly before: number
  readonly offset: number
}

/**
 * Reads a page of the log. A database finds its place by walking through all rows before it; at a large offset
 * the counters say how many rows lie in each day, and in each hour of the day where the page begins: all but
 * that hour's are passed over.
 *
 * That takes two statements. What changes between them may shift the page by a row, as it does between a page
 * and the next.
 */
export const makeList = Effect.map(Database, ({ sql }) => {
  const and = (condition: string, value: string | number | undefined) =>
    value === undefined ? sql.literal("") : sql`AND ${sql.literal(condition)} ${value}`

  const inDay = sql.literal(String(millisOf.day))
  const all = sql.literal(eachStatus((status) => status, " + "))
  const only = perStatus((status) => sql.literal(status))

  /** The newest hour that, with all that came after it, has more rows than are to be skipped; undefined if there is none. */
  const startAt = (tenantId: string, offset: number, status: EmailStatus | undefined) => {
    // How many rows a period has, and how many are later. The sum of BIGINTs is NUMERIC on Postgres.
    const count = status === undefined ? all : only[status]
    const counts = sql`starts_at, ${count} AS count, CAST(SUM(${count}) OVER (ORDER BY starts_at DESC) - (${count}) AS BIGINT) AS later`
    return Effect.map(
      sql<{ readonly hour: number; readonly later: number }>`
        WITH day AS MATERIALIZED (
          SELECT starts_at, later FROM (
            SELECT ${counts} FROM email_counts WHERE tenant_id = ${tenantId} AND period = 'day'
          ) AS days WHERE later + count > ${offset} ORDER BY starts_at DESC LIMIT 1
        )
        SELECT hours.starts_at AS hour, day.later + hours.later AS later FROM day CROSS JOIN (
          SELECT ${counts} FROM email_counts WHERE tenant_id = ${tenantId} AND period = 'hour'
            AND starts_at >= (SELECT starts_at FROM day) AND starts_at < (SELECT starts_at + ${inDay} FROM day)
        ) AS hours WHERE day.later + hours.later + count > ${offset} ORDER BY hours.starts_at DESC LIMIT 1`,
      ([found]): Start | undefined =>
        found === undefined ? undefined : { before: found.hour + millisOf.hour, offset: offset - found.later }
    )
  }

  const read = (tenantId: string, limit: number, status: EmailStatus | undefined, { before, offset }: Omit<Start, "before"> & Partial<Start>) =>
    sql<ListedEmail>`SELECT id, recipient_email, sender_email, subject, status, sent_at, created_at FROM emails
      WHERE tenant_id = ${tenantId} ${and("status =", status)} ${and("created_at <", before)}
      ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`

  return (
    tenantId: string,
    { limit, offset }: Page,
    status: EmailStatus | undefined
  ): Effect.Effect<ReadonlyArray<ListedEmail>, SqlError.SqlError> =>
    Effect.gen(function*() {
      if (offset <= shallow) return yield* read(tenantId, limit, status, { offset })
      const start = yield* startAt(tenantId, offset, status)
      return start === undefined ? [] : yield* read(tenantId, limit, status, start)
    })
})
