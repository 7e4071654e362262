import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import type { Dialect } from "../Dialect/index.js"

/** The condition that a column is one of these texts: `WHERE id ${among(ids)}`. As with `given`, its text is always the same. */
export const makeAmong = (
  { dialect: { isAmong: [before, after] }, sql }: { readonly dialect: Dialect; readonly sql: SqlClient.SqlClient }
): (texts: ReadonlyArray<string>) => Statement.Fragment => {
  const [opening, closing] = [sql.literal(before), sql.literal(after)]
  return (texts) => sql`${opening}${JSON.stringify(texts)}${closing}`
}
