import { migrationScript, newestStep, StorageHealth, tableNames } from "@telemark/core"
import { Effect, Option } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { printAs } from "../output.js"
import { databaseName, type DatabaseSettings } from "../settings/database.js"
import { commandFailed, type CommandFailed } from "./failures.js"
import { flag, json } from "./parameters.js"
import { withServices, withSettings } from "./withSettings.js"

const printOptions = {
  print: flag(
    "print",
    "Print the migration steps as an SQL script, without connecting to a database."
  ),
  dialect: Flag.Literals("dialect", ["postgres", "sqlite"]).pipe(
    Flag.withDescription("For --print: the SQL dialect; that of TELEMARK_DATABASE_URL by default."),
    Flag.optional
  ),
  from: Flag.Int("from").pipe(
    Flag.withDescription(
      "For --print: only the steps after this one, for tables whose newest step it is."
    ),
    Flag.optional
  ),
  noTransaction: flag(
    "no-transaction",
    "For --print: omit BEGIN and COMMIT, for a tool that runs the script in its own transaction."
  )
}

interface Asked {
  readonly print: boolean
  readonly dialect: Option.Option<"postgres" | "sqlite">
  readonly from: Option.Option<number>
  readonly noTransaction: boolean
}

const wrongUse = (message: string): CommandFailed => commandFailed("usage", message)

const dialects = { Sqlite: "sqlite", Postgres: "postgres" } as const

const script = (database: DatabaseSettings, { dialect, from, noTransaction }: Asked) =>
  Effect.gen(function* () {
    const names = yield* tableNames({
      schema: database._tag === "Postgres" ? database.schema : undefined,
      tablePrefix: database.tablePrefix
    })
    const after = Option.getOrElse(from, () => 0)
    if (after < 0 || after > newestStep)
      return yield* wrongUse(
        `--from takes a step from 0 to ${newestStep}, the newest of this version.`
      )
    const target = Option.getOrElse(dialect, () => dialects[database._tag])
    if (target === "sqlite" && names.schema !== undefined) {
      return yield* wrongUse(
        "--dialect sqlite has no schemas: unset TELEMARK_DATABASE_SCHEMA. TELEMARK_TABLE_PREFIX works with both."
      )
    }
    return {
      sql: migrationScript({ dialect: target, names, from: after, isTransaction: !noTransaction }),
      dialect: target,
      from: after,
      to: newestStep
    }
  })

/** Returns whether `--print` is given. */
const printMigrations = (asked: Asked, json: boolean) =>
  Effect.gen(function* () {
    if (!asked.print) {
      if (Option.isSome(asked.dialect) || Option.isSome(asked.from) || asked.noTransaction) {
        return yield* wrongUse("--dialect, --from and --no-transaction need --print.")
      }
      return false
    }
    yield* withSettings(({ database }) =>
      Effect.flatMap(script(database, asked), (printed) =>
        printAs(json, printed, printed.sql.trimEnd())
      )
    )
    return true
  })

const bringUpToDate = (json: boolean) =>
  withServices(
    (settings) =>
      Effect.gen(function* () {
        const { check } = yield* StorageHealth
        yield* check
        const database = databaseName(settings.database)
        yield* printAs(
          json,
          { database, up_to_date: true },
          `The database ${database} is up to date.`
        )
      }),
    { mayMake: true, migrate: true }
  )

export const migrate = Command.make("migrate", { ...printOptions, json }, ({ json, ...asked }) =>
  Effect.flatMap(printMigrations(asked, json), (isPrinted) =>
    isPrinted ? Effect.void : bringUpToDate(json)
  )
).pipe(
  Command.withDescription(
    "Creates the database if there is none, and brings its tables up to date. `serve`, `worker` and `tenants create` do so too, unless TELEMARK_MIGRATE is off. " +
      "With --print, prints a script for another tool instead."
  )
)
