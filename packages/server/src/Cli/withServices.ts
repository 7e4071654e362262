import { Effect, Layer } from "effect"
import { existsSync } from "node:fs"
import { layerAdministration, layerOperations } from "../Application/index.js"
import { readSettings, type Settings, unknownSettings } from "../Settings/index.js"
import type { StorageOptions } from "../Storage/index.js"
import { layerExporting, layerLogging } from "../Telemetry/index.js"
import { version } from "../version.js"
import { CommandFailed } from "./failures.js"

/** Reads the settings and runs an effect with their logging and telemetry. */
export const withSettings = <A, E, R>(use: (settings: Settings) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(readSettings, (settings) =>
    Effect.provide(
      use(settings),
      Layer.provideMerge(layerExporting(settings.otlpEndpoint, version), layerLogging(settings))
    )
  )

/**
 * Warns of variables that look like settings but aren't: probably misspelled, so that the setting
 * has its default.
 */
const warnOfUnknown: Effect.Effect<void> = Effect.suspend(() => {
  const names = unknownSettings(Object.keys(process.env))
  return names.length === 0
    ? Effect.void
    : Effect.logWarning(
        "these variables are not settings of this version and have no effect; check their spelling",
        { names }
      )
})

/**
 * `withSettings` for commands that run until they are stopped, which also log suspicious variables.
 */
export const withServerSettings = <A, E, R>(use: (settings: Settings) => Effect.Effect<A, E, R>) =>
  withSettings((settings) => Effect.zipRight(warnOfUnknown, use(settings)))

/** Opening a SQLite file would create it; Postgres reports a missing database by itself. */
const requireDatabase = ({ database }: Settings): Effect.Effect<void, CommandFailed> =>
  database._tag === "Postgres" || existsSync(database.filename)
    ? Effect.void
    : new CommandFailed({
        code: "no_database",
        message:
          `There is no database ${database.filename}. Start \`telemark serve\` or run \`telemark migrate\` to make it, ` +
          "or set TELEMARK_DATABASE_URL to the one you mean."
      })

interface DatabaseOptions extends StorageOptions {
  readonly mayMake?: boolean
}

type LayerOver<Provided, E> = (
  settings: Settings,
  options: StorageOptions
) => Layer.Layer<Provided, E>

/**
 * Runs an effect over services. Unless `mayMake`, a missing database fails the command, which would
 * otherwise create an empty one in the current directory. Nor are tables migrated then: an older
 * server may be using them, and there is no way back.
 */
const over =
  <Provided, E>(layerOver: LayerOver<Provided, E>) =>
  <A, Failure>(
    use: (settings: Settings) => Effect.Effect<A, Failure, Provided>,
    { mayMake = false, ...options }: DatabaseOptions = {}
  ) =>
    withSettings((settings) => {
      const existing = Effect.as(
        requireDatabase(settings),
        layerOver(settings, { ...options, migrate: false })
      )
      const layer: Layer.Layer<Provided, E | CommandFailed> = mayMake
        ? layerOver(settings, { migrate: settings.migrate, ...options })
        : Layer.unwrapEffect(existing)
      return Effect.provide(use(settings), layer)
    })

/**
 * Runs an effect over the services that need no secret, so that tenants can be managed from a shell
 * without it.
 */
export const withServices = over(layerAdministration)

/** Runs an effect over all services and their ports to the outside. */
export const withOperations = over(layerOperations)
