import { createTable, type Migration } from "./Migration.js"

/**
 * Sessions of people in browsers, and the tokens that sign them in once. Without a key, they are
 * the operator's.
 */
export const sessions: Migration = (dialect, { index, tables }) => [
  createTable(
    dialect,
    tables.sessions,
    {
      hash: "text PRIMARY KEY NOT NULL",
      kind: "text NOT NULL",
      key_id: "text",
      tenant_id: "text",
      created_at: "integer NOT NULL",
      expires_at: "integer NOT NULL"
    },
    { kind: "keyed" }
  ),
  `CREATE INDEX ${index("sessions_by_key")} ON ${tables.sessions} (key_id, created_at) WHERE key_id IS NOT NULL`,
  `CREATE INDEX ${index("sessions_by_tenant")} ON ${tables.sessions} (tenant_id) WHERE tenant_id IS NOT NULL`,
  `CREATE INDEX ${index("sessions_by_end")} ON ${tables.sessions} (expires_at)`
]
