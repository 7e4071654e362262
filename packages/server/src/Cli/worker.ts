import * as Command from "@effect/cli/Command"
import { Effect } from "effect"
import { layerApplication } from "../Application/index.js"
import { print, printJson } from "../output.js"
import { work } from "../Serve/index.js"
import { databaseName } from "../Settings/index.js"
import { json } from "./options.js"
import { withServerSettings } from "./withServices.js"

export const worker = Command.make("worker", { json }, ({ json }) =>
  withServerSettings((settings) =>
    Effect.provide(
      Effect.scoped(Effect.gen(function*() {
        yield* work(settings)
        const { concurrency } = settings
        const database = databaseName(settings.database)
        yield* json ? printJson({ database, concurrency }) : print(`Delivering from ${database}, up to ${concurrency} messages at a time.`)
        yield* Effect.addFinalizer(() => Effect.logInfo("stopping; work in flight is finished first"))
        yield* Effect.logInfo("delivering", { database })
        return yield* Effect.never
      })),
      layerApplication(settings)
    )
  )
).pipe(Command.withDescription("Delivers mail without serving HTTP; uses the settings of `serve`."))
