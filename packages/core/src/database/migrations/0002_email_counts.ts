import { createTable, type Migration } from "./Migration.js"

/** The statuses of this step: a later status comes with its own step. */
const statuses = [
  "queued",
  "sending",
  "sent",
  "failed",
  "bounced",
  "complained",
  "delivered",
  "deferred"
]
const columns = statuses.join(", ")
const each = (say: (status: string) => string) => statuses.map(say).join(", ")

/**
 * The start of the period of so many milliseconds that contains an instant: division of integers
 * drops the remainder.
 */
const startOf = (instant: string, millis: number) =>
  `${instant} / ${String(millis)} * ${String(millis)}`
const hour = startOf("created_at", 3_600_000)
const day = startOf("starts_at", 86_400_000)

/**
 * The log counted by tenant, by hour and day of `created_at` (UTC), and by present status; kept
 * exact from here on.
 */
export const emailCounts: Migration = (dialect, { tables }) => [
  createTable(
    dialect,
    tables.email_counts,
    {
      tenant_id: "text NOT NULL",
      period: "text NOT NULL",
      starts_at: "integer NOT NULL",
      ...Object.fromEntries(statuses.map((status) => [status, "integer NOT NULL"]))
    },
    { primaryKey: "tenant_id, period, starts_at", kind: "keyed" }
  ),
  `INSERT INTO ${tables.email_counts} (tenant_id, period, starts_at, ${columns})
    SELECT tenant_id, 'hour', ${hour}, ${each((status) => `COUNT(*) FILTER (WHERE status = '${status}')`)}
    FROM ${tables.emails} GROUP BY tenant_id, ${hour}`,
  `INSERT INTO ${tables.email_counts} (tenant_id, period, starts_at, ${columns})
    SELECT tenant_id, 'day', ${day}, ${each((status) => `SUM(${status})`)}
    FROM ${tables.email_counts} WHERE period = 'hour' GROUP BY tenant_id, ${day}`,
  ...(["email_counts", "rate_limits", "usage"] as const).flatMap((table) =>
    dialect.tune(table, "counters")
  ),
  ...dialect.tune("queue", "churning"),
  ...dialect.tune("emails", "growing")
]
