import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "./Database.js"
import type { Tables } from "./names.js"

/**
 * Deletes rows that are older than a time (epoch milliseconds), oldest first, at most 500 in one
 * short transaction. Returns the number deleted; 0 when none is left, or only rows that others are
 * deleting now.
 */
export type Remove = (before: number) => Effect.Effect<number, StorageError>

/** The maximum of rows that one transaction removes. */
export const maxRemoved = 500

interface OldRows {
  readonly table: keyof Tables
  /** The columns of the primary key. */
  readonly key: string
  /** The column by which rows are older: it has an index. */
  readonly by: string
  /** What the column of a row that stays is at least; by default the time itself. */
  readonly from?: (before: number) => string | number
}

/** Removes rows that nothing depends on. If a power cut undoes it, they are removed another time. */
export const makeRemoveOldest = Effect.map(
  Database,
  ({ dialect, sql, tables, writeRelaxed }) =>
    ({ by, from = (before) => before, key, table }: OldRows): Remove => {
      const [name, columns, age] = [tables[table], sql.literal(key), sql.literal(by)]
      const skipLocked = sql.literal(dialect.skipLocked)
      return (before) =>
        writeRelaxed(
          Effect.map(
            sql`DELETE FROM ${name} WHERE (${columns}) IN
              (SELECT ${columns} FROM ${name} WHERE ${age} < ${from(before)} ORDER BY ${age} LIMIT ${maxRemoved} ${skipLocked})
              RETURNING 1 AS one`,
            (rows) => rows.length
          )
        )
    }
)
