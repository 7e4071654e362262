import type { Migration } from "./Migration.js"

/**
 * The name in EHLO for a tenant's own SMTP server; null if the tenant chose none, and for servers
 * saved before.
 */
export const ehloNames: Migration = (dialect, { tables }) => [
  `ALTER TABLE ${tables.smtp_configs} ADD COLUMN ehlo_name ${dialect.columnTypes.text}`
]
