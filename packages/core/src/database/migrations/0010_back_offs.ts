import { createTable, type Migration } from "./Migration.js"

/**
 * Which routes back off, for whom and why, to explain why messages wait. Few rows, found by reading
 * all.
 */
export const backOffs: Migration = (dialect, { tables }) => [
  // Empty instead of null, since these are the key: for every tenant, for every domain.
  createTable(
    dialect,
    tables.back_offs,
    {
      route: "text NOT NULL",
      tenant_id: "text NOT NULL",
      sender_domain: "text NOT NULL",
      cause: "text NOT NULL",
      stage: "text NOT NULL",
      smtp_response: "text",
      error_message: "text NOT NULL",
      since: "integer NOT NULL",
      until: "integer NOT NULL"
    },
    { primaryKey: "route, tenant_id, sender_domain" }
  )
]
