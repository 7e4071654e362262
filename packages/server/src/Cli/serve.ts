import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { Effect } from "effect"
import { print, printJson } from "../output.js"
import { examineRunning } from "../Doctor/index.js"
import { banner, serve as startServer } from "../Serve/index.js"
import { version } from "../version.js"
import { flag, json } from "./options.js"
import { withServerSettings } from "./withSettings.js"

export const serve = Command.make(
  "serve",
  {
    noWorker: flag("no-worker").pipe(
      Flag.withDescription("Only accept mail; `telemark worker` delivers it in a separate process.")
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
