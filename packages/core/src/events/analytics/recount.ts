import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { countedColumns, countedHere } from "./countedAs.js"
import { makeCountedRows, makeCounters, makeDeliveredRows } from "./countersTable.js"
import { differences, millisOf, type PeriodCounts, startOf, withDays } from "./periodCounts.js"

/** Of one transaction: if it were all, writers would wait too long. */
const atOnce = 7 * millisOf.day

/** Of the first day from `from` on that has messages or counters. */
const nextDay = (
  tenantId: string,
  from: number
): Effect.Effect<number | null, StorageError, Database> =>
  Effect.flatMap(Database, ({ sql, tables }) =>
    Effect.map(
      stored(sql<{ readonly instant: number | null }>`SELECT MIN(instant) AS instant FROM (
        SELECT MIN(starts_at) AS instant FROM ${tables.email_counts} WHERE tenant_id = ${tenantId} AND period = 'day' AND starts_at >= ${from}
        UNION ALL
        SELECT MIN(starts_at) AS instant FROM ${tables.email_counts} WHERE tenant_id = ${tenantId} AND period = 'hour' AND starts_at >= ${from}
        UNION ALL
        SELECT MIN(created_at) AS instant FROM ${tables.emails} WHERE tenant_id = ${tenantId} AND created_at >= ${from}
      ) AS found`),
      ([found]) => (typeof found?.instant === "number" ? startOf("day", found.instant) : null)
    )
  )

const recountDays = (tenantId: string, from: number, to: number) =>
  Effect.gen(function* () {
    const { dialect, sql, tables, write } = yield* Database
    const counters = yield* makeCounters
    const countedRows = yield* makeCountedRows
    const deliveredRows = yield* makeDeliveredRows
    const lock = dialect.lockTable("email_counts")
    const columns = sql.literal(`tenant_id, period, starts_at, ${countedColumns.join(", ")}`)
    const counts = sql.literal(countedHere(countedColumns))
    const hour = sql.literal(String(millisOf.hour))
    return yield* write(
      Effect.gen(function* () {
        if (lock !== undefined) yield* sql.unsafe(lock)
        const kept = yield* sql<PeriodCounts>`SELECT ${columns} FROM ${tables.email_counts}
        WHERE tenant_id = ${tenantId} AND period IN ('day', 'hour') AND starts_at >= ${from} AND starts_at < ${to}`
        const hours =
          yield* sql<PeriodCounts>`SELECT tenant_id, 'hour' AS period, starts_at, ${counts} FROM (
          SELECT tenant_id, created_at / ${hour} * ${hour} AS starts_at, status
          FROM (${countedRows(tenantId, from, to)} UNION ALL ${deliveredRows(tenantId, from, to)}) AS found
        ) AS counted GROUP BY tenant_id, starts_at`
        const wrong = differences(kept, withDays(hours))
        yield* counters.add(wrong)
        return wrong.length
      })
    )
  })

/**
 * A week at a time; returns how many counters were wrong. Exact while others write: no other
 * changes a counter until such a transaction commits. One that changed a counter before is waited
 * for, so both its rows and its counts are seen. One that has changed rows but no counter yet isn't
 * seen at all: it waits for the counters, and then adds its changes to the corrected ones.
 */
export const recountMessages = (tenantId: string): Effect.Effect<number, StorageError, Database> =>
  Effect.gen(function* () {
    let wrong = 0
    let from = yield* nextDay(tenantId, 0)
    while (from !== null) {
      wrong += yield* recountDays(tenantId, from, from + atOnce)
      from = yield* nextDay(tenantId, from + atOnce)
    }
    return wrong
  })
