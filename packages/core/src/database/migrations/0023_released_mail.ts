import type { Migration } from "./Migration.js"

/** To whom and when captured mail was sent after all. */
export const releasedMail: Migration = (dialect, { tables }) => [
  `ALTER TABLE ${tables.inbox} ADD COLUMN released_to ${dialect.columnTypes.text}`,
  `ALTER TABLE ${tables.inbox} ADD COLUMN released_at ${dialect.columnTypes.integer}`
]
