import { Effect, Redacted, Result } from "effect"
import { existsSync } from "node:fs"
import { open, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { commandFailed } from "../cli/failures.js"
import { databaseName, databaseUrl } from "../settings/database.js"
import type { Opening } from "./BenchDatabase.js"
import { openPostgres } from "./openPostgres.js"
import { syncTimes } from "./syncTimes.js"

const besideIt = ["", "-wal", "-shm"]

/** The file is made here, so that one which somebody else made is never removed. */
const onSqlite = (filename: string): Opening =>
  Effect.gen(function* () {
    const files = besideIt.map((end) => `${filename}${end}`)
    const found = files.find((file) => existsSync(file))
    const refusal = (file: string) =>
      commandFailed(
        "database_not_empty",
        `There is a file ${file}. Name a file with --database that doesn't exist: it is made, and removed afterwards.`
      )
    if (found !== undefined) return yield* refusal(found)
    yield* Effect.acquireRelease(
      Effect.tryPromise({
        try: async () => (await open(filename, "wx")).close(),
        catch: (error) =>
          (error as NodeJS.ErrnoException).code === "EEXIST"
            ? refusal(filename)
            : commandFailed(
                "database_not_usable",
                `The file ${filename} can't be made. Check that its folder exists, and who may write there.`
              )
      }),
      () => Effect.promise(() => Promise.all(files.map((file) => rm(file, { force: true }))))
    )
    return {
      url: `sqlite:${filename}`,
      settings: {},
      title: `SQLite in ${dirname(filename)}`,
      bound: "fsync",
      syncTimes: () => syncTimes(dirname(filename))
    }
  })

/** A file in this folder, or the database that `--database` names, which must be empty. */
export const openDatabase = (asked: string | undefined, folder: string): Opening => {
  if (asked === undefined) return onSqlite(join(folder, "mail.db"))
  const read = databaseUrl(asked)
  if (Result.isFailure(read))
    return commandFailed(
      "usage",
      "--database takes sqlite:FILE with a file that doesn't exist, or the URL of an empty Postgres database, such as postgres://user@localhost/empty."
    )
  return read.success._tag === "Sqlite"
    ? onSqlite(read.success.filename)
    : openPostgres(Redacted.value(read.success.url), databaseName(read.success))
}
