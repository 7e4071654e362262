import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { WaitingMessages } from "./AnalyticsStore.js"

type Row = { readonly [Name in keyof WaitingMessages]: number | null }

/**
 * What of a tenant isn't settled: by status from the counters of all days, which are one row for
 * each day in the log, and by time from indexes of the queue, up to a maximum. One statement, so
 * that the numbers are of one moment.
 */
export const makeWaiting = Effect.map(Database, ({ sql, tables }) => {
  const counted = (status: "queued" | "sending" | "deferred") =>
    sql`CAST(COALESCE(SUM(${sql.literal(status)}), 0) AS BIGINT) AS ${sql.literal(status)}`

  return (
    tenantId: string,
    now: number,
    maxCounted: number
  ): Effect.Effect<WaitingMessages, StorageError> =>
    stored(
      Effect.map(
        sql<Row>`SELECT ${sql.csv([counted("queued"), counted("sending"), counted("deferred")])},
        (SELECT COUNT(*) FROM (SELECT 1 AS one FROM ${tables.queue}
          WHERE tenant_id = ${tenantId} AND scheduled_at > ${now} ORDER BY scheduled_at LIMIT ${maxCounted}) AS found) AS scheduled,
        (SELECT COUNT(*) FROM (SELECT 1 AS one FROM ${tables.queue}
          WHERE tenant_id = ${tenantId} AND due_at <= ${now} ORDER BY due_at LIMIT ${maxCounted}) AS found) AS due,
        (SELECT due_at FROM ${tables.queue} WHERE tenant_id = ${tenantId} AND due_at <= ${now} ORDER BY due_at LIMIT 1) AS oldest_due_at
        FROM ${tables.email_counts} WHERE tenant_id = ${tenantId} AND period = 'day'`,
        ([row]) => ({
          queued: Math.max(0, row?.queued ?? 0),
          sending: Math.max(0, row?.sending ?? 0),
          deferred: Math.max(0, row?.deferred ?? 0),
          scheduled: row?.scheduled ?? 0,
          due: row?.due ?? 0,
          oldest_due_at: row?.oldest_due_at ?? null
        })
      )
    )
})
