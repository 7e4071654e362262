import type { Migration } from "./Migration.js"

/**
 * Whether `track.<domain>` of a sending domain is an alias of the tracking host, and since when a
 * check has found that it isn't.
 */
export const trackingHosts: Migration = (dialect, { tables }) => [
  `ALTER TABLE ${tables.domains} ADD COLUMN tracking_verified ${dialect.columnTypes.integer} NOT NULL DEFAULT 0`,
  `ALTER TABLE ${tables.domains} ADD COLUMN tracking_failing_since ${dialect.columnTypes.integer}`
]
