import { AnalyticsStore, type EmailStatus, emailStatuses } from "@telemark/core"
import { Effect, Layer } from "effect"
import { Database, stored } from "../Database/index.js"

export const layerAnalyticsStore = Layer.effect(
  AnalyticsStore,
  Effect.map(Database, ({ sql }) => ({
    // Named one by one, the statuses let the index answer alone, each with its own range of time.
    countByStatus: (tenantId, since) =>
      stored(Effect.map(
        sql<{ readonly status: EmailStatus; readonly count: number }>`
          SELECT status, COUNT(*) AS count FROM emails
          WHERE tenant_id = ${tenantId} AND ${sql.in("status", emailStatuses)} AND created_at >= ${since}
          GROUP BY status`,
        (rows) => new Map(rows.map(({ count, status }) => [status, count]))
      )),

    monthlyUsage: (tenantId, limit) =>
      stored(sql<{ readonly month: string; readonly sent: number }>`
        SELECT month, sent FROM usage WHERE tenant_id = ${tenantId} AND sent > 0 ORDER BY month DESC LIMIT ${limit}`)
  }))
)
