import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import { layerOperations } from "../application/layers.js"
import { print, printJson } from "../output.js"
import { describeBounces, takeBounces } from "../serve/takeBounces.js"
import { CommandFailed } from "./failures.js"
import { json } from "./parameters.js"
import { withServerSettings } from "./withSettings.js"

const noPort = new CommandFailed({
  code: "no_bounce_port",
  message:
    "There is no port for bounces. Set TELEMARK_BOUNCE_PORT to 25, or to the port to which 25 is forwarded, and TELEMARK_RETURN_PATH_HOST to the host."
})

export const bounces = Command.make("bounces", { json }, ({ json }) =>
  withServerSettings((settings) =>
    settings.bounces === undefined
      ? noPort
      : Effect.provide(
          Effect.scoped(
            Effect.gen(function* () {
              const at = yield* takeBounces(settings)
              if (at === undefined) return yield* noPort
              yield* json ? printJson(at) : print(`Bounces are ${describeBounces(at)}.`)
              yield* Effect.addFinalizer(() =>
                Effect.logInfo("stopping; messages under way are finished first")
              )
              return yield* Effect.never
            })
          ),
          layerOperations(settings, { migrate: settings.migrate })
        )
  )
).pipe(
  Command.withDescription(
    "Takes bounces without delivering or serving HTTP; uses the settings of `serve`."
  )
)
