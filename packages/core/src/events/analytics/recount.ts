import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { PeriodCounts } from "../counts/PeriodCounts.js"
import { countedColumns, countedHere, eachColumn } from "../counts/columns.js"
import { makeCountedRows, makeHandedRows } from "../counts/countedRows.js"
import { makeCounters } from "../counts/counters.js"
import { differences } from "../counts/differences.js"
import { withDays } from "../counts/netChanges.js"
import { millisOf, startOf } from "../counts/periods.js"

/** Milliseconds that one transaction recounts: if it were all, writers would wait too long. */
const atOnce = 7 * millisOf.day

/**
 * Corrects the counters of a tenant, a week at a time. Exact while others write: from the beginning
 * of such a transaction to its commit, no other changes a counter. One that changed a counter
 * before is waited for, so both its rows and its counts are seen. One that has changed rows but no
 * counter yet, which comes last, isn't seen at all: it waits for the counters, and then adds its
 * changes to the corrected ones.
 */
export const makeRecount = Effect.gen(function* () {
  const { dialect, sql, tables, write } = yield* Database
  const counters = yield* makeCounters
  const lock = dialect.lockTable("email_counts")
  const columns = sql.literal(
    `tenant_id, period, starts_at, ${eachColumn(countedColumns, (column) => column)}`
  )
  const counts = sql.literal(countedHere(countedColumns))
  const countedRows = yield* makeCountedRows
  const handedRows = yield* makeHandedRows
  const hour = sql.literal(String(millisOf.hour))

  /**
   * The beginning of the first day from there on that has messages or counters; null if there is
   * none.
   */
  const nextDay = (
    tenantId: string,
    from: number
  ): Effect.Effect<number | null, SqlError.SqlError> =>
    Effect.map(
      sql<{ readonly instant: number | null }>`SELECT MIN(instant) AS instant FROM (
        SELECT MIN(starts_at) AS instant FROM ${tables.email_counts} WHERE tenant_id = ${tenantId} AND period = 'day' AND starts_at >= ${from}
        UNION ALL
        SELECT MIN(starts_at) AS instant FROM ${tables.email_counts} WHERE tenant_id = ${tenantId} AND period = 'hour' AND starts_at >= ${from}
        UNION ALL
        SELECT MIN(created_at) AS instant FROM ${tables.emails} WHERE tenant_id = ${tenantId} AND created_at >= ${from}
      ) AS found`,
      ([found]) => (typeof found?.instant === "number" ? startOf("day", found.instant) : null)
    )

  const recountDays = (tenantId: string, from: number, to: number) =>
    write(
      Effect.gen(function* () {
        if (lock !== undefined) yield* sql.unsafe(lock)
        const kept = yield* sql<PeriodCounts>`SELECT ${columns} FROM ${tables.email_counts}
        WHERE tenant_id = ${tenantId} AND period IN ('day', 'hour') AND starts_at >= ${from} AND starts_at < ${to}`
        const hours =
          yield* sql<PeriodCounts>`SELECT tenant_id, 'hour' AS period, starts_at, ${counts} FROM (
          SELECT tenant_id, created_at / ${hour} * ${hour} AS starts_at, status
          FROM (${countedRows(tenantId, from, to)} UNION ALL ${handedRows(tenantId, from, to)}) AS found
        ) AS counted GROUP BY tenant_id, starts_at`
        const wrong = differences(kept, withDays(hours))
        yield* counters.add(wrong)
        return wrong.length
      })
    )

  return (tenantId: string): Effect.Effect<number, StorageError> =>
    Effect.gen(function* () {
      let wrong = 0
      let from = yield* stored(nextDay(tenantId, 0))
      while (from !== null) {
        wrong += yield* recountDays(tenantId, from, from + atOnce)
        from = yield* stored(nextDay(tenantId, from + atOnce))
      }
      return wrong
    })
})
