import type { Migration } from "./Migration.js"

/** The name that is given in EHLO to a tenant's own SMTP server; null where the tenant chose none, and for those that were saved before. */
export const ehloNames: Migration = (dialect, { tables }) => [`ALTER TABLE ${tables.smtp_configs} ADD COLUMN ehlo_name ${dialect.columnTypes.text}`]
