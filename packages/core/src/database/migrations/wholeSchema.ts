import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type { Database } from "../Database.js"

interface WholeSchema {
  /** The statements that do what all steps do; undefined if they aren't known yet. */
  readonly known: ReadonlyArray<string> | undefined
  /** After the steps: remembers what they made. */
  readonly remember: Effect.Effect<void, SqlError.SqlError>
}

/** By the prefix of the tables. */
const remembered = new Map<string, ReadonlyArray<string>>()

/**
 * What all steps together make of an empty database; undefined if this one isn't empty, or can't
 * tell. Tests of an application open one empty database each: from the second on, their process
 * makes what the steps lead to, without them, which takes a small part of the time.
 */
export const wholeSchema = ({
  dialect,
  names,
  sql
}: typeof Database.Service): Effect.Effect<WholeSchema | undefined, SqlError.SqlError> => {
  if (dialect.allStatements === undefined) return Effect.succeed(undefined)
  const statements = Effect.map(
    sql.unsafe<{ readonly statement: string }>(dialect.allStatements),
    (rows) => rows.map(({ statement }) => statement)
  )
  const known = remembered.get(names.prefix)
  const remember =
    known === undefined
      ? Effect.map(statements, (made) => {
          remembered.set(names.prefix, made)
        })
      : Effect.void
  return Effect.map(statements, (found) => (found.length === 0 ? { known, remember } : undefined))
}
