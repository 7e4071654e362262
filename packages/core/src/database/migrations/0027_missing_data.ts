import type { Migration } from "./Migration.js"

/** What becomes of a tenant's sends that lack data of their template. */
export const missingData: Migration = (dialect, { tables }) => [
  `ALTER TABLE ${tables.tenants} ADD COLUMN missing ${dialect.columnTypes.text} NOT NULL DEFAULT 'warn'`
]
