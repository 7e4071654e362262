import type { Migration } from "./Migration.js"
import { createTable } from "./table.js"

/** The log counted by tenant, hour of `created_at` (hours since 1970) and present status; kept exact from here on. */
export const emailCounts: Migration = (dialect) => [
  createTable(dialect, "email_counts", {
    tenant_id: "text NOT NULL",
    hour: "integer NOT NULL",
    status: "text NOT NULL",
    count: "integer NOT NULL"
  }, { primaryKey: "tenant_id, hour, status", kind: "keyed" }),
  `INSERT INTO email_counts (tenant_id, hour, status, count)
    SELECT tenant_id, created_at / 3600000, status, COUNT(*) FROM emails GROUP BY tenant_id, created_at / 3600000, status`,
  ...["email_counts", "rate_limits", "usage"].flatMap((table) => dialect.tune(table, "counters")),
  ...dialect.tune("queue", "churning"),
  ...dialect.tune("emails", "growing")
]
