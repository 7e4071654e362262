import type { Migration } from "./Migration.js"
import { createTable } from "./table.js"

/** Which routes back off, for whom and why, for those who ask why mail waits. Few rows, found by reading all. */
export const backOffs: Migration = (dialect, { tables }) => [
  // Empty instead of null, since these are the key: every tenant's, every domain's.
  createTable(dialect, tables.back_offs, {
    route: "text NOT NULL",
    tenant_id: "text NOT NULL",
    sender_domain: "text NOT NULL",
    cause: "text NOT NULL",
    stage: "text NOT NULL",
    smtp_response: "text",
    error_message: "text NOT NULL",
    since: "integer NOT NULL",
    until: "integer NOT NULL"
  }, { primaryKey: "route, tenant_id, sender_domain" })
]
