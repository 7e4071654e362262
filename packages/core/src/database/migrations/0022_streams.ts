import type { Migration } from "./Migration.js"

/**
 * Events get positions in the order in which they are recorded. Those of before have none: nobody
 * goes on after them.
 */
const positions: Migration = (dialect, { index, sequence, tables }) => {
  const counter = sequence("events_positions")
  return [
    // Without a default at first: a default that counts would rewrite the table.
    `ALTER TABLE ${tables.events} ADD COLUMN position ${dialect.columnTypes.integer}`,
    ...(dialect.name === "sqlite"
      ? []
      : [
          `CREATE SEQUENCE ${counter} OWNED BY ${tables.events}.position`,
          `ALTER TABLE ${tables.events} ALTER COLUMN position SET DEFAULT nextval('${counter}')`
        ]),
    `CREATE INDEX ${index("events_by_position")} ON ${tables.events} (position) WHERE position IS NOT NULL`
  ]
}

/** Events in the order in which they were recorded, and suppressions by their reason. */
export const streams: Migration = (dialect, names) => [
  ...positions(dialect, names),
  // A whole reason may be larger than Postgres puts into an index.
  `CREATE INDEX ${names.index("suppressions_by_reason")} ON ${names.tables.suppressions} (tenant_id, substr(reason, 1, 40), added_at, folded)`
]
