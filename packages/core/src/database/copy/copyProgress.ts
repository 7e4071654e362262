import { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type { Database } from "../Database.js"
import { replaced } from "../replaced.js"
import { nameOfCopyTable } from "./copyState.js"
import { lookUpByIndex } from "./snapshot.js"
import type { Key } from "./tableRows.js"

/** How far a table is copied. */
export interface TableProgress {
  /** The key of the last copied row; undefined if there is none yet. */
  readonly position: Key | undefined
  readonly isDone: boolean
  /** Rows that were copied, without changes since. */
  readonly copied: number
}

const none: TableProgress = { position: undefined, isDone: false, copied: 0 }

const overtaken = new StorageError({
  reason: "fault",
  cause: new Error("Another `telemark copy` goes on with this copy. Only one may run at a time.")
})

interface Row {
  readonly name: string
  readonly position: string | null
  readonly is_done: number
  readonly copied: number
}

/** What the target remembers of the copy, in the transactions that write the rows. */
export const makeProgress = (database: typeof Database.Service, id: string, turn: number) => {
  const { dialect, names, sql, write, writeRelaxed } = database
  const table = sql.literal(nameOfCopyTable(names, "copy_progress"))
  const state = sql.literal(nameOfCopyTable(names, "copy_state"))
  const { integer, text } = dialect.columnTypes
  let known = turn

  /**
   * A transaction of the copy. It fails if another process has made one since the last: what this
   * one has read may be older.
   */
  const transact =
    (begin: typeof write) =>
    <A>(body: Effect.Effect<A, StorageError | SqlError.SqlError>) =>
      Effect.tap(
        begin(
          Effect.gen(function* () {
            const own = yield* sql`UPDATE ${state} SET turn = turn + 1
              WHERE role = 'target' AND phase = 'copying' AND id = ${id} AND turn = ${known} RETURNING turn`
            if (own.length === 0) return yield* overtaken
            yield* lookUpByIndex(database)
            return yield* body
          })
        ),
        () =>
          Effect.sync(() => {
            known++
          })
      )

  return {
    write: transact(write),
    /** For what is copied again if it is lost. */
    writeRelaxed: transact(writeRelaxed),
    read: Effect.gen(function* () {
      yield* sql.unsafe(
        `CREATE TABLE IF NOT EXISTS ${nameOfCopyTable(names, "copy_progress")} (name ${text} PRIMARY KEY NOT NULL, position ${text}, is_done ${integer} NOT NULL, copied ${integer} NOT NULL)`
      )
      const rows = yield* sql<Row>`SELECT name, position, is_done, copied FROM ${table}`
      const found = new Map(rows.map((row) => [row.name, row]))
      return (name: string): TableProgress => {
        const row = found.get(name)
        if (row === undefined) return none
        const position = row.position === null ? undefined : (JSON.parse(row.position) as Key)
        return { position, isDone: row.is_done === 1, copied: row.copied }
      }
    }),
    /** Inside a transaction of the copy. */
    set: (name: string, { copied, isDone, position }: TableProgress) => {
      const row = {
        name,
        position: position === undefined ? null : JSON.stringify(position),
        is_done: isDone ? 1 : 0,
        copied
      }
      return sql`INSERT INTO ${table} ${sql.insert(row)} ON CONFLICT (name) DO UPDATE SET ${sql.literal(replaced(["position", "is_done", "copied"]))}`
    }
  }
}

export type Progress = ReturnType<typeof makeProgress>
