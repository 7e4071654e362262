import { createTable, type Migration } from "./Migration.js"

/**
 * What became of mail by tenant, sending domain and hour; tenants whose sending is paused; and the
 * events for the operator.
 */
export const reputation: Migration = (dialect, { index, tables }) => [
  createTable(
    dialect,
    tables.reputation_hours,
    {
      tenant_id: "text NOT NULL",
      domain: "text NOT NULL",
      starts_at: "integer NOT NULL",
      sent: "integer NOT NULL",
      bounced: "integer NOT NULL",
      complained: "integer NOT NULL"
    },
    { primaryKey: "tenant_id, domain, starts_at", kind: "keyed" }
  ),
  // None of the counters is in an index, so that counting rewrites none.
  `CREATE INDEX ${index("reputation_hours_by_start")} ON ${tables.reputation_hours} (starts_at)`,
  ...dialect.tune("reputation_hours", "counters"),

  createTable(
    dialect,
    tables.operator_events,
    {
      id: "text PRIMARY KEY NOT NULL",
      type: "text NOT NULL",
      tenant_id: "text NOT NULL",
      once_key: "text",
      data: "text NOT NULL",
      created_at: "integer NOT NULL"
    },
    { kind: "keyed" }
  ),
  `CREATE UNIQUE INDEX ${index("operator_events_by_key")} ON ${tables.operator_events} (once_key)`,

  `ALTER TABLE ${tables.tenants} ADD COLUMN paused_at ${dialect.columnTypes.integer}`,
  `ALTER TABLE ${tables.tenants} ADD COLUMN paused_reason ${dialect.columnTypes.text}`,
  `ALTER TABLE ${tables.tenants} ADD COLUMN paused_note ${dialect.columnTypes.text}`,
  `ALTER TABLE ${tables.tenants} ADD COLUMN resumed_at ${dialect.columnTypes.integer}`,
  `CREATE INDEX ${index("tenants_paused")} ON ${tables.tenants} (id) WHERE paused_at IS NOT NULL`
]
