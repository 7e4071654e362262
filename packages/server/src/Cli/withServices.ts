import type { Services, StoragePorts } from "@telemark/core"
import { Effect, Layer } from "effect"
import { existsSync } from "node:fs"
import { layerOperations } from "../Application/index.js"
import { readSettings, type Settings } from "../Settings/index.js"
import { layerExporting, layerLogging } from "../Telemetry/index.js"
import { version } from "../version.js"
import { CommandFailed } from "./failures.js"

/** Reads the settings and carries out an effect with the logging and the telemetry that they ask for. */
export const withSettings = <A, E, R>(use: (settings: Settings) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(readSettings, (settings) =>
    Effect.provide(use(settings), Layer.provideMerge(layerExporting(settings.otlpEndpoint, version), layerLogging(settings))))

const requireDatabase = ({ filename }: Settings): Effect.Effect<void, CommandFailed> =>
  existsSync(filename) ? Effect.void : new CommandFailed({
    code: "no_database",
    message: `There is no database ${filename}. Start \`telemark serve\` or run \`telemark migrate\` to make it, ` +
      "or set TELEMARK_DATABASE_URL to the one you mean."
  })

/**
 * Carries out an effect over the services. Unless it may make the database, a missing one is a failure: it
 * would be made, empty, wherever the command happens to be called.
 */
export const withServices = <A, E>(
  use: (settings: Settings) => Effect.Effect<A, E, Services | StoragePorts>,
  options: { readonly mayMake?: boolean } = {}
) =>
  withSettings((settings) =>
    Effect.zipRight(
      options.mayMake === true ? Effect.void : requireDatabase(settings),
      Effect.provide(use(settings), layerOperations(settings))
    )
  )
