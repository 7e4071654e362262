import * as Command from "effect/cli/Command"
import { StorageHealth } from "@telemark/core"
import { Effect } from "effect"
import { print, printJson } from "../output.js"
import { databaseName } from "../Settings/index.js"
import { printMigrations, printOptions } from "./migratePrint.js"
import { json } from "./options.js"
import { withServices } from "./withServices.js"

const bringUpToDate = (json: boolean) =>
  withServices(
    (settings) =>
      Effect.gen(function* () {
        const { check } = yield* StorageHealth
        yield* check
        const database = databaseName(settings.database)
        yield* json
          ? printJson({ database, up_to_date: true })
          : print(`The database ${database} is up to date.`)
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
