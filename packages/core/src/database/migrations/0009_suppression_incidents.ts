import { createTable, type Migration } from "./Migration.js"

/**
 * When suppressing stopped because too many recipients were refused in one wording, and which
 * suppressions each wording has caused.
 */
export const suppressionIncidents: Migration = (dialect, { index, tables }) => [
  createTable(
    dialect,
    tables.suppression_incidents,
    {
      id: "text PRIMARY KEY NOT NULL",
      route: "text NOT NULL",
      tenant_id: "text",
      wording: "text NOT NULL",
      since: "integer NOT NULL",
      engaged_at: "integer NOT NULL",
      ends_at: "integer NOT NULL",
      suppressed: "integer NOT NULL",
      undone: "integer NOT NULL",
      undone_at: "integer"
    },
    { kind: "keyed" }
  ),
  `CREATE INDEX ${index("suppression_incidents_by_end")} ON ${tables.suppression_incidents} (ends_at)`,

  // The route and the wording of the response; null for suppressions by callers and reports.
  `ALTER TABLE ${tables.suppressions} ADD COLUMN cause ${dialect.columnTypes.text}`,
  `CREATE INDEX ${index("suppressions_by_cause")} ON ${tables.suppressions} (cause, added_at) WHERE cause IS NOT NULL`
]
