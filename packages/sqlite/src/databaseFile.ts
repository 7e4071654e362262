import { StorageError } from "@telemark/contract"
import { codesOf } from "@telemark/core"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { fsync, statSync } from "node:fs"
import { mkdir, open as openFile } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { promisify } from "node:util"
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

/** Whether an error of the file system has this code of Node's. */
export const isCode = (error: unknown, code: string): boolean => codesOf(error)[0] === code

/** Readable by their owner only, since they contain mail. SQLite gives its log the same mode. */
export const makeFile = (filename: string): Effect.Effect<void, StorageError> =>
  filename === ":memory:"
    ? Effect.void
    : Effect.tryPromise({
        try: async () => {
          await mkdir(dirname(filename), { recursive: true, mode: 0o700 })
          // If it can't be created, opening it as a database says why. `ax` never opens an existing
          // file: closing that would release this process's locks on it.
          await openFile(filename, "ax", 0o600).then(
            (file) => file.close(),
            () => undefined
          )
        },
        catch: (cause) => new StorageError({ reason: "unavailable", cause })
      })

/** What Yarn puts in place of `node:fs/promises` has no `sync`. */
export const synced = promisify(fsync)

/** A new name is on disk only once its directory is synced, which Windows can't and needn't do. */
export const syncDirectory = async (path: string): Promise<void> => {
  if (process.platform === "win32") return
  const directory = await openFile(dirname(path), "r")
  try {
    await synced(directory.fd)
  } finally {
    await directory.close()
  }
}
