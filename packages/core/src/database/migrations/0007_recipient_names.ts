import type { Migration } from "./Migration.js"

/** The recipient's display name; null if there is none, and for messages accepted before. */
export const recipientNames: Migration = (dialect, { tables }) => [
  `ALTER TABLE ${tables.emails} ADD COLUMN recipient_name ${dialect.columnTypes.text}`
]
