import * as Flag from "effect/cli/Flag"
import { migrationScript, newestStep, tableNames } from "@telemark/core"
import { Effect, Option } from "effect"
import { flag } from "./options.js"
import { print, printJson } from "../output.js"
import type { DatabaseSettings } from "../Settings/index.js"
import { CommandFailed } from "./failures.js"
import { withSettings } from "./withSettings.js"

export const printOptions = {
  print: flag("print").pipe(
    Flag.withDescription(
      "Print the migration steps as an SQL script, without connecting to a database."
    )
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
  noTransaction: flag("no-transaction").pipe(
    Flag.withDescription(
      "For --print: omit BEGIN and COMMIT, for a tool that runs the script in its own transaction."
    )
  )
}

interface Asked {
  readonly print: boolean
  readonly dialect: Option.Option<"postgres" | "sqlite">
  readonly from: Option.Option<number>
  readonly noTransaction: boolean
}

const wrongUse = (message: string): CommandFailed => new CommandFailed({ code: "usage", message })

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

/** Prints the steps if `--print` is given, and returns whether it did. */
export const printMigrations = (asked: Asked, json: boolean) =>
  Effect.gen(function* () {
    if (!asked.print) {
      if (Option.isSome(asked.dialect) || Option.isSome(asked.from) || asked.noTransaction) {
        return yield* wrongUse("--dialect, --from and --no-transaction need --print.")
      }
      return false
    }
    yield* withSettings(({ database }) =>
      Effect.flatMap(script(database, asked), (printed) =>
        json ? printJson(printed) : print(printed.sql.trimEnd())
      )
    )
    return true
  })
