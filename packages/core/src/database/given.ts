// Hot path (docs/hot-paths.md): rows are one JSON parameter, so a text is prepared once.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
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

/**
 * Runs writes that return no rows and don't see each other's: one after the other on SQLite, and as
 * one statement on Postgres, where each takes a round trip (three of nine of an accepting
 * transaction). Postgres runs them in this order too: first the statement, then its WITH from the
 * last to the first. Its manual leaves that order open. Only how long locks are held depends on it;
 * a deadlock is rolled back and run again.
 */
export const makeTogether =
  ({ dialect, sql }: { readonly dialect: Dialect; readonly sql: SqlClient.SqlClient }) =>
  (writes: ReadonlyArray<Statement.Statement<object>>): Effect.Effect<void, SqlError.SqlError> => {
    const [first, ...others] = writes
    if (first === undefined) return Effect.void
    if (dialect.name === "sqlite" || others.length === 0)
      return Effect.forEach(writes, (write) => write, { discard: true })
    const parts = others
      .reverse()
      .map((write, index) => sql`${sql.literal(`written_${String(index)}`)} AS (${write})`)
    return Effect.asVoid(sql`WITH ${sql.csv(parts)} ${first}`)
  }
