import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import type { Dialect } from "./dialect/Dialect.js"

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
