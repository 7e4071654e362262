import type { Migration } from "./Migration.js"

/**
 * Why a message isn't delivered, by a code of a closed set, and how many of the failed messages
 * were cancelled. Earlier messages have no code: their events have it as their verdict. Those
 * cancelled before stay counted as failed.
 */
export const failureCodes: Migration = (dialect, { tables }) => [
  `ALTER TABLE ${tables.emails} ADD COLUMN failure_code ${dialect.columnTypes.text}`,
  `ALTER TABLE ${tables.email_counts} ADD COLUMN cancelled ${dialect.columnTypes.integer} NOT NULL DEFAULT 0`
]
