import type { Migration } from "./Migration.js"

/**
 * Whether `bounce.<domain>` of a sending domain is an alias of the return path host, and since when
 * a check has found that it isn't.
 */
export const returnPaths: Migration = (dialect, { tables }) => [
  `ALTER TABLE ${tables.domains} ADD COLUMN return_path_verified ${dialect.columnTypes.integer} NOT NULL DEFAULT 0`,
  `ALTER TABLE ${tables.domains} ADD COLUMN return_path_failing_since ${dialect.columnTypes.integer}`
]
