import type { Migration } from "./Migration.js"

/** By which a mail names its recipient; null without a name, and for messages that were accepted before. */
export const recipientNames: Migration = (dialect, { tables }) => [`ALTER TABLE ${tables.emails} ADD COLUMN recipient_name ${dialect.columnTypes.text}`]
