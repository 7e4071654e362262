import type { Migration } from "./Migration.js"

/**
 * What is tracked of a tenant's mail unless a send says otherwise, and what is tracked of each
 * send.
 */
export const tracking: Migration = (dialect, { tables }) =>
  [tables.tenants, tables.bodies].flatMap((table) =>
    ["track_opens", "track_clicks"].map(
      (column) =>
        `ALTER TABLE ${table} ADD COLUMN ${column} ${dialect.columnTypes.integer} NOT NULL DEFAULT 0`
    )
  )
