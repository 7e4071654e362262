import type * as SqlClient from "effect/sql/SqlClient"
import { Effect } from "effect"

/** The schema as the statements that made it. */
export const dump = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ readonly sql: string }>`
      SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL
      AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow') ORDER BY tbl_name, type = 'index', name`,
    (objects) => objects.map((object) => `${object.sql};\n`).join("\n")
  )
