import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import { layerApplication } from "../application/layers.js"
import { print, printJson } from "../output.js"
import { work } from "../serve/serve.js"
import { describeBounces, takeBounces, withFinalizers } from "../serve/takeBounces.js"
import { databaseName } from "../settings/database.js"
import { json } from "./parameters.js"
import { withServerSettings } from "./withSettings.js"

export const worker = Command.make("worker", { json }, ({ json }) =>
  withServerSettings((settings) =>
    Effect.provide(
      Effect.scoped(
        Effect.gen(function* () {
          // One deadline for both: one by one, they could take twice as long.
          yield* withFinalizers("sequential")(work(settings))
          const bounces = yield* takeBounces(settings)
          const { concurrency } = settings
          const database = databaseName(settings.database)
          yield* json
            ? printJson({ database, concurrency, bounces })
            : print(
                `Delivering from ${database}, up to ${concurrency} messages at a time.${bounces === undefined ? "" : `\nBounces are ${describeBounces(bounces)}.`}`
              )
          yield* Effect.addFinalizer(() =>
            Effect.logInfo("stopping; work in flight is finished first")
          )
          yield* Effect.logInfo("delivering", { database })
          return yield* Effect.never
        }).pipe(withFinalizers("parallel"))
      ),
      layerApplication(settings)
    )
  )
).pipe(
  Command.withDescription(
    "Delivers mail and takes bounces without serving HTTP; uses the settings of `serve`."
  )
)
