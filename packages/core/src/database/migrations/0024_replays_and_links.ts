import { createTable, type Migration } from "./Migration.js"

/** What must be refused later: signatures that were used, and links of tenants that are gone. */
export const replaysAndLinks: Migration = (dialect, { index, tables }) => [
  // Calls of feedback sources whose signature doesn't cover the body, until it is too old to be
  // taken: each token is taken for one body.
  createTable(
    dialect,
    tables.feedback_calls,
    {
      source_id: "text NOT NULL",
      token_digest: "text NOT NULL",
      body_digest: "text NOT NULL",
      is_handled: "integer NOT NULL",
      expires_at: "integer NOT NULL"
    },
    { primaryKey: "source_id, token_digest", kind: "keyed" }
  ),
  `CREATE INDEX ${index("feedback_calls_by_end")} ON ${tables.feedback_calls} (expires_at)`,

  // All that stays of a removed tenant: what its links have of its id.
  createTable(
    dialect,
    tables.removed_tenants,
    { link_mark: "text PRIMARY KEY NOT NULL", removed_at: "integer NOT NULL" },
    { kind: "keyed" }
  ),

  // The same of a paused tenant whose links are stopped; null for others.
  `ALTER TABLE ${tables.tenants} ADD COLUMN stopped_link_mark ${dialect.columnTypes.text}`,
  `CREATE INDEX ${index("tenants_by_stopped_links")} ON ${tables.tenants} (stopped_link_mark) WHERE stopped_link_mark IS NOT NULL`
]
