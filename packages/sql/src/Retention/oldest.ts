import type * as SqlError from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Database } from "../Database/index.js"

/** The next rows of a table, oldest first. */
export interface Window {
  /** Those made before the instant, up to the first that wasn't. */
  readonly ids: ReadonlyArray<string>
  /** Where the next window begins; undefined if there is none: the table ends here, or its rows are too young. */
  readonly next: string | undefined
}

/** Splits rows, in the order of their ids, where they get too young. */
export const windowOf = (
  rows: ReadonlyArray<{ readonly id: string; readonly created_at: number }>,
  before: number,
  size: number
): Window => {
  const young = rows.findIndex(({ created_at }) => created_at >= before)
  const old = young === -1 ? rows : rows.slice(0, young)
  return { ids: old.map(({ id }) => id), next: young === -1 && rows.length === size ? rows.at(-1)?.id : undefined }
}

/**
 * Reads tables from their oldest row on. Ids begin with the time at which they were made, so the primary key
 * has their order; an index on `created_at` would have to be written with every send.
 */
export const makeOldest = Effect.map(
  Database,
  ({ sql }) => (table: "bodies" | "emails" | "events" | "webhook_attempts", size: number) => {
    const name = sql.literal(table)
    return (after: string, before: number): Effect.Effect<Window, SqlError.SqlError> =>
      Effect.map(
        sql<{ readonly id: string; readonly created_at: number }>`
          SELECT id, created_at FROM ${name} WHERE id > ${after} ORDER BY id LIMIT ${size}`,
        (rows) => windowOf(rows, before, size)
      )
  }
)
