import { AnalyticsStore } from "@telemark/core"
import { Effect, Layer } from "effect"
import { type ColumnCounts, columnList, type Counted, countedHere, eachColumn, firstWhole, makeCountedRows, perColumn } from "../Counts/index.js"
import { Database, stored } from "../Database/index.js"
import { makeRecount } from "./recount.js"

export const layerAnalyticsStore = Layer.effect(
  AnalyticsStore,
  Effect.gen(function*() {
    const { sql, tables } = yield* Database
    const recount = yield* makeRecount
    const columns = sql.literal(columnList)
    // The sum of BIGINTs is NUMERIC on Postgres.
    const sums = sql.literal(eachColumn((column) => `CAST(SUM(${column}) AS BIGINT) AS ${column}`))
    const counts = sql.literal(countedHere)
    const countedRows = yield* makeCountedRows

    return {
      // Whole days from their counters, the hours before the first one from theirs, and the rest of the first hour from the log. One statement, so
      // that no message is counted twice or not at all.
      countByStatus: (tenantId, since) => {
        const hour = firstWhole("hour", since)
        const day = firstWhole("day", since)
        return stored(Effect.map(
          sql<ColumnCounts>`
            SELECT ${sums} FROM (
              SELECT ${columns} FROM ${tables.email_counts} WHERE tenant_id = ${tenantId} AND period = 'day' AND starts_at >= ${day}
              UNION ALL
              SELECT ${columns} FROM ${tables.email_counts}
              WHERE tenant_id = ${tenantId} AND period = 'hour' AND starts_at >= ${hour} AND starts_at < ${day}
              UNION ALL
              SELECT ${counts} FROM (${countedRows(tenantId, since, hour)}) AS found
            ) AS counted`,
          ([sum]) => new Map(Object.entries(perColumn((column) => sum?.[column] ?? 0)) as ReadonlyArray<[Counted, number]>)
        ))
      },

      monthlyUsage: (tenantId, limit) =>
        stored(sql<{ readonly month: string; readonly sent: number }>`
          SELECT month, sent FROM ${tables.usage} WHERE tenant_id = ${tenantId} AND sent > 0 ORDER BY month DESC LIMIT ${limit}`),

      recount
    }
  })
)
