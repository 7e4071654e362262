import { Effect, Layer } from "effect"
import { existsSync } from "node:fs"
import { layerAdministration, layerOperations } from "../Application/index.js"
import { readSettings, type Settings, unknownSettings } from "../Settings/index.js"
import type { StorageOptions } from "../Storage/index.js"
import { layerExporting, layerLogging } from "../Telemetry/index.js"
import { version } from "../version.js"
import { CommandFailed } from "./failures.js"

/** Reads the settings and carries out an effect with the logging and the telemetry that they ask for. */
export const withSettings = <A, E, R>(use: (settings: Settings) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(readSettings, (settings) =>
    Effect.provide(use(settings), Layer.provideMerge(layerExporting(settings.otlpEndpoint, version), layerLogging(settings))))

/** Variables that only look like settings, by name: what somebody meant to set is silently at its default. */
const warnOfUnknown: Effect.Effect<void> = Effect.suspend(() => {
  const names = unknownSettings(Object.keys(process.env))
  return names.length === 0
    ? Effect.void
    : Effect.logWarning("these variables are not settings of this version and have no effect; check their spelling", { names })
})

/** `withSettings` for what runs until it is stopped: nobody watches it, so its log says what may be a mistake. */
export const withServerSettings = <A, E, R>(use: (settings: Settings) => Effect.Effect<A, E, R>) =>
  withSettings((settings) => Effect.zipRight(warnOfUnknown, use(settings)))

/** A file would be made by opening it; a Postgres says by itself that it isn't there. */
const requireDatabase = ({ database }: Settings): Effect.Effect<void, CommandFailed> =>
  database._tag === "Postgres" || existsSync(database.filename) ? Effect.void : new CommandFailed({
    code: "no_database",
    message: `There is no database ${database.filename}. Start \`telemark serve\` or run \`telemark migrate\` to make it, ` +
      "or set TELEMARK_DATABASE_URL to the one you mean."
  })

interface DatabaseOptions extends StorageOptions {
  readonly mayMake?: boolean
}

type LayerOver<Provided, E> = (settings: Settings, options: StorageOptions) => Layer.Layer<Provided, E>

/**
 * Carries out an effect over services. Unless it may make the database, a missing one is a failure: it
 * would be made, empty, wherever the command happens to be called. Nor does it then bring the tables up to
 * date: a server of an older version may be using them, and there is no way back.
 */
const over = <Provided, E>(layerOver: LayerOver<Provided, E>) =>
<A, Failure>(
  use: (settings: Settings) => Effect.Effect<A, Failure, Provided>,
  { mayMake = false, ...options }: DatabaseOptions = {}
) =>
  withSettings((settings) => {
    const existing = Effect.as(requireDatabase(settings), layerOver(settings, { ...options, migrate: false }))
    const layer: Layer.Layer<Provided, E | CommandFailed> = mayMake
      ? layerOver(settings, { migrate: settings.migrate, ...options })
      : Layer.unwrapEffect(existing)
    return Effect.provide(use(settings), layer)
  })

/** Carries out an effect over the services that need no secret: a shell that isn't given it can still manage tenants. */
export const withServices = over(layerAdministration)

/** Carries out an effect over all services, with what they ask beside the database. */
export const withOperations = over(layerOperations)
