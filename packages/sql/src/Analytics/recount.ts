import type * as SqlError from "@effect/sql/SqlError"
import { emailStatuses, type StorageError } from "@telemark/core"
import { Effect } from "effect"
import { type Count, differences, hourMillis, makeCounters } from "../Counts/index.js"
import { Database, stored } from "../Database/index.js"

/** How many hours are recounted in one transaction: all at once, writers would wait longer than they are willing to. */
const hoursAtOnce = 7 * 24

/**
 * Puts the counters of a tenant right, a week at a time. Exact while others write: nobody changes a counter
 * from the beginning of such a transaction to its commit. One that changed a counter before is waited for, so
 * both its rows and its counts are seen. One that has changed rows but no counter yet, which comes last, is not
 * seen at all; it waits at the counters, and then adds what it changed to what was put right.
 */
export const makeRecount = Effect.gen(function*() {
  const { dialect, sql, write } = yield* Database
  const counters = yield* makeCounters
  const hold = dialect.holdTable("email_counts")
  const perHour = sql.literal(String(hourMillis))

  /** The first hour from there on that has messages or counters; null if there is none. */
  const nextHour = (tenantId: string, from: number): Effect.Effect<number | null, SqlError.SqlError> =>
    Effect.map(
      sql<{ readonly hour: number | null }>`SELECT MIN(hour) AS hour FROM (
        SELECT MIN(hour) AS hour FROM email_counts WHERE tenant_id = ${tenantId} AND hour >= ${from}
        UNION ALL
        SELECT MIN(created_at) / ${perHour} AS hour FROM emails WHERE tenant_id = ${tenantId} AND created_at >= ${from * hourMillis}
      ) AS found`,
      ([found]) => found?.hour ?? null
    )

  const recountHours = (tenantId: string, from: number, to: number) =>
    write(Effect.gen(function*() {
      if (hold !== undefined) yield* sql.unsafe(hold)
      const kept = yield* sql<Count>`SELECT tenant_id, hour, status, count FROM email_counts
        WHERE tenant_id = ${tenantId} AND hour >= ${from} AND hour < ${to}`
      // Named one by one, the statuses let an index answer alone.
      const actual = yield* sql<Count>`SELECT tenant_id, hour, status, COUNT(*) AS count FROM (
          SELECT tenant_id, created_at / ${perHour} AS hour, status FROM emails
          WHERE tenant_id = ${tenantId} AND ${sql.in("status", emailStatuses)}
            AND created_at >= ${from * hourMillis} AND created_at < ${to * hourMillis}
        ) AS log GROUP BY tenant_id, hour, status`
      const wrong = differences(kept, actual)
      yield* counters.add(wrong)
      return wrong.length
    }))

  return (tenantId: string): Effect.Effect<number, StorageError> =>
    Effect.gen(function*() {
      let wrong = 0
      let from = yield* stored(nextHour(tenantId, 0))
      while (from !== null) {
        wrong += yield* recountHours(tenantId, from, from + hoursAtOnce)
        from = yield* stored(nextHour(tenantId, from + hoursAtOnce))
      }
      return wrong
    })
})
