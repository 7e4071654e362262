import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import { examineRunning } from "../doctor/examine.js"
import { print, printJson } from "../output.js"
import { banner } from "../serve/banner.js"
import { serve as startServer } from "../serve/serve.js"
import { version } from "./commandLine.js"
import { flag, json } from "./parameters.js"
import { withServerSettings } from "./withSettings.js"

export const serve = Command.make(
  "serve",
  {
    noWorker: flag(
      "no-worker",
      "Only accept mail; `telemark worker` delivers it in a separate process."
    ),
    json
  },
  ({ json, noWorker }) =>
    withServerSettings((settings) =>
      Effect.scoped(
        Effect.gen(function* () {
          const serving = yield* startServer(settings, {
            worker: !noWorker,
            examination: examineRunning(settings)
          })
          const { firstStart, ...addresses } = serving
          yield* json
            ? printJson({ ...addresses, first_start: firstStart })
            : print(banner(serving, settings, version))
          yield* Effect.addFinalizer(() =>
            Effect.logInfo("stopping; work in flight is finished first")
          )
          yield* Effect.logInfo("serving", { url: serving.url, worker: !noWorker })
          return yield* Effect.never
        })
      )
    )
).pipe(
  Command.withDescription(
    "Serves the HTTP API and delivers mail, until SIGTERM or SIGINT stops it; a second signal stops it at once."
  )
)
