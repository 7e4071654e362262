import { AnalyticsStore, emailStatuses } from "@telemark/core"
import { Effect, Layer } from "effect"
import { countedStatuses, eachStatus, firstWhole, statusColumns, type StatusCounts } from "../Counts/index.js"
import { Database, stored } from "../Database/index.js"
import { makeRecount } from "./recount.js"

export const layerAnalyticsStore = Layer.effect(
  AnalyticsStore,
  Effect.gen(function*() {
    const { sql, tables } = yield* Database
    const recount = yield* makeRecount
    const columns = sql.literal(statusColumns)
    // The sum of BIGINTs is NUMERIC on Postgres.
    const sums = sql.literal(eachStatus((status) => `CAST(SUM(${status}) AS BIGINT) AS ${status}`))
    const counts = sql.literal(countedStatuses)

    return {
      // Whole days from their counters, the hours before the first one from theirs; what is left of the first hour
      // from the log, where the statuses, named one by one, let an index answer alone. One statement, so that no
      // message is seen twice or not at all.
      countByStatus: (tenantId, since) => {
        const hour = firstWhole("hour", since)
        const day = firstWhole("day", since)
        return stored(Effect.map(
          sql<StatusCounts>`
            SELECT ${sums} FROM (
              SELECT ${columns} FROM ${tables.email_counts} WHERE tenant_id = ${tenantId} AND period = 'day' AND starts_at >= ${day}
              UNION ALL
              SELECT ${columns} FROM ${tables.email_counts}
              WHERE tenant_id = ${tenantId} AND period = 'hour' AND starts_at >= ${hour} AND starts_at < ${day}
              UNION ALL
              SELECT ${counts} FROM ${tables.emails}
              WHERE tenant_id = ${tenantId} AND ${sql.in("status", emailStatuses)}
                AND created_at >= ${since} AND created_at < ${hour}
            ) AS counted`,
          ([sum]) => new Map(emailStatuses.map((status) => [status, sum?.[status] ?? 0]))
        ))
      },

      monthlyUsage: (tenantId, limit) =>
        stored(sql<{ readonly month: string; readonly sent: number }>`
          SELECT month, sent FROM ${tables.usage} WHERE tenant_id = ${tenantId} AND sent > 0 ORDER BY month DESC LIMIT ${limit}`),

      recount
    }
  })
)
