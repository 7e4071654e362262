import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import type { Dialect } from "./dialect/Dialect.js"

interface Parts {
  readonly dialect: Dialect
  readonly sql: SqlClient.SqlClient
}

const condition = <Value>(
  { dialect, sql }: Parts,
  type: keyof Dialect["isAmong"]
): ((values: ReadonlyArray<Value>) => Statement.Fragment) => {
  const [before, after] = dialect.isAmong[type]
  const [opening, closing] = [sql.literal(before), sql.literal(after)]
  return (values) => sql`${opening}${JSON.stringify(values)}${closing}`
}

/**
 * The condition that a column is one of these texts: `WHERE id ${among(ids)}`. Its SQL is the same
 * for any number of texts, as with `given`.
 */
export const makeAmong = (parts: Parts): ((texts: ReadonlyArray<string>) => Statement.Fragment) =>
  condition(parts, "text")

export const makeAmongIntegers = (
  parts: Parts
): ((integers: ReadonlyArray<number>) => Statement.Fragment) => condition(parts, "integer")
