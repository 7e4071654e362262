import type * as SqlError from "@effect/sql/SqlError"
import type { EmailStatus, ListedEmail, Page } from "@telemark/core"
import { Effect } from "effect"
import { hourMillis } from "../Counts/index.js"
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
 * the hourly counters say how many rows lie in each hour, and all hours but one are passed over that way.
 *
 * That takes two statements. What changes between them may shift the page by a row, as it does between a page
 * and the next.
 */
export const makeList = Effect.map(Database, ({ sql }) => {
  const and = (condition: string, value: string | number | undefined) =>
    value === undefined ? sql.literal("") : sql`AND ${sql.literal(condition)} ${value}`

  /** The newest hour that, with all that came after it, has more rows than are to be skipped; undefined if there is none. */
  const startAt = (tenantId: string, offset: number, status: EmailStatus | undefined) =>
    Effect.map(
      // The sum of BIGINTs is NUMERIC on Postgres.
      sql<{ readonly hour: number; readonly later: number }>`
        SELECT hour, later FROM (
          SELECT hour, SUM(count) AS count, CAST(SUM(SUM(count)) OVER (ORDER BY hour DESC) - SUM(count) AS BIGINT) AS later
          FROM email_counts WHERE tenant_id = ${tenantId} ${and("status =", status)} GROUP BY hour
        ) AS walked
        WHERE later + count > ${offset} ORDER BY hour DESC LIMIT 1`,
      ([found]): Start | undefined =>
        found === undefined ? undefined : { before: (found.hour + 1) * hourMillis, offset: offset - found.later }
    )

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
