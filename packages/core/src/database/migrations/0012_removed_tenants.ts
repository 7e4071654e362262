import type { Migration } from "./Migration.js"

/** When a tenant was removed. Its row stays until everything of it is gone. */
export const removedTenants: Migration = (dialect, { tables }) => [
  `ALTER TABLE ${tables.tenants} ADD COLUMN removed_at ${dialect.columnTypes.integer}`
]
