// Hot path (docs/hot-paths.md): rows are one JSON parameter, so a text is prepared once.
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import type { ColumnType, Dialect } from "./dialect/Dialect.js"

type Fields = Readonly<Record<string, Exclude<ColumnType, "bytes">>>

type Given<F extends Fields> = {
  readonly [Name in keyof F]: (F[Name] extends "text" ? string : number) | null
}

/**
 * Rows of the program as something to select from: `FROM ${rows(values)} AS given`. They are one
 * JSON parameter, so a statement's text is the same for any number of rows: it is prepared once,
 * and the limits on parameters (32,766 on SQLite, 65,535 on Postgres) don't matter.
 *
 * In an INSERT, write `WHERE true` after it, or SQLite takes the ON of ON CONFLICT for that of a
 * join.
 */
export const given = <const F extends Fields>(
  { dialect, sql }: { readonly dialect: Dialect; readonly sql: SqlClient.SqlClient },
  fields: F
): ((values: ReadonlyArray<Given<F>>) => Statement.Fragment) => {
  const names = Object.keys(fields) as ReadonlyArray<keyof F & string>
  const columns = names.map(
    (name, index) =>
      `${dialect.cast(`(value->>${String(index)})`, fields[name] ?? "text")} AS ${name}`
  )
  const [before, after] = dialect.jsonRows
  const opening = sql.literal(`(SELECT ${columns.join(", ")} FROM ${before}`)
  const closing = sql.literal(`${after})`)
  return (values) =>
    sql`${opening}${JSON.stringify(values.map((value) => names.map((name) => value[name])))}${closing}`
}
