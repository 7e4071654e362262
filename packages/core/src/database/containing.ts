import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"

const escaped = (text: string): string => `%${text.replace(/[!%_]/g, "!$&")}%`

/** A pattern of LIKE for texts that contain this one, with `!` before what would be a wildcard. */
export const containing = (text: string): string => escaped(text.toLowerCase())

/** For what `lower()` returns on either database: SQLite's knows the letters of ASCII alone. */
const patternsOf = (text: string): ReadonlyArray<string> => [
  ...new Set([
    containing(text),
    escaped(text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()))
  ])
]

/** Whether a column has one of these texts in it, whatever the case of its letters. */
export const containsAny = (
  sql: SqlClient.SqlClient,
  column: string,
  texts: ReadonlyArray<string>
): Statement.Fragment =>
  sql.or(
    texts
      .flatMap(patternsOf)
      .map((pattern) => sql`lower(${sql.literal(column)}) LIKE ${pattern} ESCAPE '!'`)
  )
