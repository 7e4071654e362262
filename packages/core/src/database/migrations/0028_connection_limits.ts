import { createTable, type Migration } from "./Migration.js"

/** How many connections servers take at once. Few rows, found by reading all. */
export const connectionLimits: Migration = (dialect, { tables }) => [
  createTable(
    dialect,
    tables.connection_limits,
    {
      route: "text NOT NULL",
      tenant_id: "text NOT NULL",
      connections: "integer NOT NULL",
      smtp_response: "text",
      refused_at: "integer NOT NULL"
    },
    { primaryKey: "route" }
  )
]
