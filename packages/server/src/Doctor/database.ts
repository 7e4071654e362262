import type { Effect } from "effect"
import type { Settings } from "../Settings/index.js"
import type { DatabaseFindings } from "./contents.js"
import { checkFile } from "./file.js"
import { checkPostgres } from "./postgres.js"

/** Whether the database can be used, or created if it is missing. Changes nothing. */
export const checkDatabase = (settings: Settings): Effect.Effect<DatabaseFindings> =>
  settings.database._tag === "Sqlite"
    ? checkFile(settings, settings.database.filename)
    : checkPostgres(settings, settings.database)
