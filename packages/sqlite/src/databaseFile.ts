import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { statSync } from "node:fs"
import { resolve } from "node:path"
import { refusal } from "./explainSqliteError.js"

const inodeOf = (path: string): bigint | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false })?.ino

/** SQLite's own code for this, which it doesn't check in WAL mode. */
const moved = (path: string): SqlError =>
  refusal(
    "SQLITE_READONLY_DBMOVED",
    `The database file ${path} was removed or replaced while it was open. ` +
      "Anything written now would be lost: restore the file, or restart to use the present one."
  )

/**
 * For an open file. The check fails once the path names another: what SQLite writes would be lost
 * at the next start.
 */
export const checkSameFile = (filename: string): Effect.Effect<Effect.Effect<void, SqlError>> =>
  Effect.sync(() => {
    if (filename === ":memory:") return Effect.void
    const path = resolve(filename)
    const opened = inodeOf(path)
    return opened === undefined
      ? Effect.void
      : Effect.suspend(() => (inodeOf(path) === opened ? Effect.void : moved(path)))
  })

/** `<database>.<ending>`, or `<database>.<prefix>.<ending>` for tables with a prefix. */
export const besideDatabase = (
  path: string,
  tablePrefix: string | undefined,
  ending: string
): string =>
  `${path}${tablePrefix === undefined || tablePrefix === "" ? "" : `.${tablePrefix}`}.${ending}`
