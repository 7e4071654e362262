import { AnalyticsStore, type EmailStatus, emailStatuses } from "@telemark/core"
import { Effect, Layer } from "effect"
import { hourMillis } from "../Counts/index.js"
import { Database, stored } from "../Database/index.js"
import { makeRecount } from "./recount.js"

export const layerAnalyticsStore = Layer.effect(
  AnalyticsStore,
  Effect.gen(function*() {
    const { sql } = yield* Database
    const recount = yield* makeRecount

    return {
      // Whole hours from the counters; what is left of the first one from the log, where the statuses, named one
      // by one, let an index answer alone. One statement, so that no message is seen twice or not at all.
      countByStatus: (tenantId, since) => {
        const hour = Math.ceil(since / hourMillis)
        return stored(Effect.map(
          // The sum of BIGINTs is NUMERIC on Postgres.
          sql<{ readonly status: EmailStatus; readonly count: number }>`
            SELECT status, CAST(SUM(count) AS BIGINT) AS count FROM (
              SELECT status, count FROM email_counts WHERE tenant_id = ${tenantId} AND hour >= ${hour}
              UNION ALL
              SELECT status, COUNT(*) AS count FROM emails
              WHERE tenant_id = ${tenantId} AND ${sql.in("status", emailStatuses)}
                AND created_at >= ${since} AND created_at < ${hour * hourMillis}
              GROUP BY status
            ) AS counted GROUP BY status`,
          (rows) => new Map(rows.map(({ count, status }) => [status, count]))
        ))
      },

      monthlyUsage: (tenantId, limit) =>
        stored(sql<{ readonly month: string; readonly sent: number }>`
          SELECT month, sent FROM usage WHERE tenant_id = ${tenantId} AND sent > 0 ORDER BY month DESC LIMIT ${limit}`),

      recount
    }
  })
)
