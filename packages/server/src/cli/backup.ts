import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { loadSqlite } from "../application/storage.js"
import { printAs, remark } from "../output.js"
import type { DatabaseSettings } from "../settings/database.js"
import type { Settings } from "../settings/Settings.js"
import { commandFailed } from "./failures.js"
import { flag, json } from "./parameters.js"
import { requireDatabase, withSettings } from "./withSettings.js"

type SqliteSettings = Extract<DatabaseSettings, { readonly _tag: "Sqlite" }>

/** Postgres has its own programs, which know more. */
export const requireSqlite = ({ database }: Settings) =>
  database._tag === "Sqlite"
    ? Effect.succeed(database)
    : commandFailed(
        "needs_sqlite",
        "This is for SQLite. Back up and restore Postgres with its own programs (pg_dump, pg_restore), and run `telemark hold` on what you restored: docs/backup.md."
      )

/** Where the keys of stored secrets are; null if they are in TELEMARK_SECRET. */
export const keyFileFor = ({ filename, tablePrefix }: SqliteSettings, { secret }: Settings) =>
  secret !== undefined
    ? Effect.succeed(null)
    : Effect.flatMap(loadSqlite, ({ keyFileOf }) => keyFileOf(filename, tablePrefix))

export const mebibytes = (octets: number): string => `${(octets / 1024 ** 2).toFixed(1)} MiB`

const keepToo = (keyFile: string | null): string =>
  `The secret isn't in it. Keep ${keyFile ?? "TELEMARK_SECRET"} too, in another location: without it, stored passwords, private keys and webhook secrets can't be decrypted.`

export const backup = Command.make(
  "backup",
  {
    file: Argument.withDescription(Argument.String("file"), "The file to write."),
    force: flag("force", "Replace the file if it exists."),
    json
  },
  ({ file, force, json }) =>
    withSettings((settings) =>
      Effect.gen(function* () {
        const database = yield* requireSqlite(settings)
        yield* requireDatabase(settings)
        const path = resolve(file)
        if (!force && existsSync(path))
          return yield* commandFailed(
            "file_exists",
            `There is a file ${path} already. Name another one, or give --force to replace it.`
          )
        const { backupDatabase } = yield* loadSqlite
        const made = yield* backupDatabase({ ...database, backup: path })
        const keyFile = yield* keyFileFor(database, settings)
        yield* printAs(
          json,
          { database: database.filename, backup: path, ...made, key_file: keyFile },
          `Backed up ${database.filename} to ${path}: ${mebibytes(made.octets)}, checked; its schema is at step ${String(made.step)}.`
        )
        yield* remark(keepToo(keyFile))
      })
    )
).pipe(
  Command.withDescription(
    "Copies the SQLite database into a file, also while processes use it, and checks the copy. The secret that decrypts stored passwords and keys isn't in it: back it up apart."
  )
)
