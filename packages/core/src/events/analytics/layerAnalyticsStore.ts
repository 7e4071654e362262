import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import {
  countedHere,
  eachColumn,
  type HandoverColumn,
  handoverColumns,
  shownColumns
} from "../counts/columns.js"
import { makeCountedRows } from "../counts/countedRows.js"
import { firstWhole, startOf } from "../counts/periods.js"
import { AnalyticsStore, type CountedAs, type MessageCounts } from "./AnalyticsStore.js"
import { makeRecount } from "./recount.js"
import { makeWaiting } from "./waiting.js"

type ShownCounts = Readonly<Record<CountedAs, number | null>>

const mapOf = (counts: ShownCounts | undefined): MessageCounts =>
  new Map(shownColumns.map((column) => [column, counts?.[column] ?? 0]))

// The sum of BIGINTs is NUMERIC on Postgres.
const summed = (column: string): string => `CAST(SUM(${column}) AS BIGINT) AS ${column}`

export const layerAnalyticsStore = Layer.effect(
  AnalyticsStore,
  Effect.gen(function* () {
    const { sql, tables } = yield* Database
    const recount = yield* makeRecount
    const waiting = yield* makeWaiting
    const columns = sql.literal(eachColumn(shownColumns, (column) => column))
    const sums = sql.literal(eachColumn(shownColumns, summed))
    const counts = sql.literal(countedHere(shownColumns))
    const ranges = sql.literal(eachColumn(handoverColumns, (column) => column))
    const rangeSums = sql.literal(eachColumn(handoverColumns, summed))
    const countedRows = yield* makeCountedRows

    return {
      // Whole days from their counters, the hours before the first one from theirs, and the rest of
      // the first hour from the log. One statement, so that no message is counted twice or not at
      // all.
      countByStatus: (tenantId, since) => {
        const hour = firstWhole("hour", since)
        const day = firstWhole("day", since)
        return stored(
          Effect.map(
            sql<ShownCounts>`
            SELECT ${sums} FROM (
              SELECT ${columns} FROM ${tables.email_counts} WHERE tenant_id = ${tenantId} AND period = 'day' AND starts_at >= ${day}
              UNION ALL
              SELECT ${columns} FROM ${tables.email_counts}
              WHERE tenant_id = ${tenantId} AND period = 'hour' AND starts_at >= ${hour} AND starts_at < ${day}
              UNION ALL
              SELECT ${counts} FROM (${countedRows(tenantId, since, hour)}) AS found
            ) AS counted`,
            ([sum]) => mapOf(sum)
          )
        )
      },

      series: (tenantId, interval, from) =>
        stored(
          Effect.map(
            sql<
              ShownCounts & { readonly starts_at: number }
            >`SELECT starts_at, ${columns} FROM ${tables.email_counts}
            WHERE tenant_id = ${tenantId} AND period = ${interval} AND starts_at >= ${from} ORDER BY starts_at`,
            (rows) => rows.map((row) => ({ starts_at: row.starts_at, counts: mapOf(row) }))
          )
        ),

      handovers: (tenantId, since) => {
        const hour = startOf("hour", since)
        const day = firstWhole("day", hour)
        return stored(
          Effect.map(
            sql<Readonly<Record<HandoverColumn, number | null>>>`
            SELECT ${rangeSums} FROM (
              SELECT ${ranges} FROM ${tables.email_counts} WHERE tenant_id = ${tenantId} AND period = 'day' AND starts_at >= ${day}
              UNION ALL
              SELECT ${ranges} FROM ${tables.email_counts}
              WHERE tenant_id = ${tenantId} AND period = 'hour' AND starts_at >= ${hour} AND starts_at < ${day}
            ) AS counted`,
            ([sum]) => handoverColumns.map((column) => Math.max(0, sum?.[column] ?? 0))
          )
        )
      },

      waiting,

      monthlyUsage: (tenantId, limit) =>
        stored(sql<{ readonly month: string; readonly sent: number }>`
          SELECT month, sent FROM ${tables.usage} WHERE tenant_id = ${tenantId} AND sent > 0 ORDER BY month DESC LIMIT ${limit}`),

      recount
    }
  })
)
