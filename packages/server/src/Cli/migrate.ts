import * as Command from "@effect/cli/Command"
import { StorageHealth } from "@telemark/core"
import { Effect } from "effect"
import { print, printJson } from "../output.js"
import { databaseName } from "../Settings/index.js"
import { json } from "./options.js"
import { withServices } from "./withServices.js"

/** `telemark migrate` */
export const migrate = Command.make("migrate", { json }, ({ json }) =>
  withServices((settings) =>
    Effect.gen(function*() {
      const { check } = yield* StorageHealth
      yield* check
      const database = databaseName(settings.database)
      yield* json ? printJson({ database, up_to_date: true }) : print(`The database ${database} is up to date.`)
    }), { mayMake: true })
).pipe(Command.withDescription("Makes the database if there is none, and brings its tables up to date. `serve`, `worker` and `tenants create` do so too."))
