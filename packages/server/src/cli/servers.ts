import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import { layerApplication, layerOperations } from "../application/layers.js"
import { examineRunning } from "../doctor/examine.js"
import { printAs } from "../output.js"
import { banner } from "../serve/banner.js"
import { serve as startServer, work } from "../serve/serve.js"
import { serveMetrics } from "../serve/serveMetrics.js"
import { describeBounces, takeBounces, withFinalizers } from "../serve/takeBounces.js"
import { databaseName } from "../settings/database.js"
import { version } from "./commandLine.js"
import { commandFailed } from "./failures.js"
import { flag, json } from "./parameters.js"
import { withServerSettings } from "./withSettings.js"

const untilStopped = (what: string) =>
  Effect.andThen(
    Effect.addFinalizer(() => Effect.logInfo(`stopping; ${what} finished first`)),
    Effect.never
  )

const noWorker = flag(
  "no-worker",
  "Only accept mail; `telemark worker` delivers it in a separate process."
)

export const serve = Command.make("serve", { noWorker, json }, ({ json, noWorker }) =>
  withServerSettings((settings) =>
    Effect.scoped(
      Effect.gen(function* () {
        const serving = yield* startServer(settings, {
          worker: !noWorker,
          examination: examineRunning(settings)
        })
        const { firstStart: first_start, ...addresses } = serving
        yield* printAs(json, { ...addresses, first_start }, banner(serving, settings, version))
        yield* Effect.logInfo("serving", { url: serving.url, worker: !noWorker })
        return yield* untilStopped("work in flight is")
      })
    )
  )
).pipe(
  Command.withDescription(
    "Serves the HTTP API and delivers mail, until SIGTERM or SIGINT stops it; a second signal stops it at once."
  )
)

export const worker = Command.make("worker", { json }, ({ json }) =>
  withServerSettings((settings) =>
    Effect.gen(function* () {
      // One deadline for both: one by one, they could take twice as long.
      yield* withFinalizers("sequential")(work(settings))
      const bounces = yield* takeBounces(settings)
      const metrics_url = yield* serveMetrics(settings)
      const { concurrency } = settings
      const database = databaseName(settings.database)
      yield* printAs(
        json,
        { database, concurrency, bounces, metrics_url },
        [
          `Delivering from ${database}, up to ${concurrency} messages at a time.`,
          ...(bounces === undefined ? [] : [`Bounces are ${describeBounces(bounces)}.`]),
          ...(metrics_url === undefined ? [] : [`Metrics are at ${metrics_url}.`])
        ].join("\n")
      )
      yield* Effect.logInfo("delivering", { database })
      return yield* untilStopped("work in flight is")
    }).pipe(withFinalizers("parallel"), Effect.scoped, Effect.provide(layerApplication(settings)))
  )
).pipe(
  Command.withDescription(
    "Delivers mail and takes bounces without serving HTTP; uses the settings of `serve`."
  )
)

const noPort = commandFailed(
  "no_bounce_port",
  "There is no port for bounces. Set TELEMARK_BOUNCE_PORT to 25, or to the port to which 25 is forwarded, and TELEMARK_RETURN_PATH_HOST to the host."
)

export const bounces = Command.make("bounces", { json }, ({ json }) =>
  withServerSettings((settings) =>
    settings.bounces === undefined
      ? noPort
      : Effect.gen(function* () {
          const at = yield* takeBounces(settings)
          if (at === undefined) return yield* noPort
          yield* printAs(json, at, `Bounces are ${describeBounces(at)}.`)
          return yield* untilStopped("messages under way are")
        }).pipe(
          Effect.scoped,
          Effect.provide(layerOperations(settings, { migrate: settings.migrate }))
        )
  )
).pipe(
  Command.withDescription(
    "Takes bounces without delivering or serving HTTP; uses the settings of `serve`."
  )
)
