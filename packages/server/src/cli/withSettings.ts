import { layerAdministration } from "../application/administration.js"
import type { StorageOptions } from "../application/storage.js"
import { readSettings, type Settings } from "../settings/Settings.js"
import { settingLike, unknownSettings } from "../settings/settingList.js"
import { layerExporting, layerLogging } from "../telemetry.js"
import { version } from "./commandLine.js"
import { type CommandFailed, commandFailed } from "./failures.js"
import { Effect, Layer } from "effect"
import { existsSync } from "node:fs"

/** Runs an effect with the settings, their logging and telemetry. */
export const withSettings = <A, E, R>(use: (settings: Settings) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(readSettings, (settings) =>
    Effect.provide(
      use(settings),
      Layer.provideMerge(layerExporting(settings.otlpEndpoint, version), layerLogging(settings))
    )
  )

/** Probably misspelled, so that the setting has its default. */
const warnOfUnknown = Effect.suspend(() => {
  const names = unknownSettings(Object.keys(process.env))
  return names.length === 0
    ? Effect.void
    : Effect.logWarning(
        "these variables are not settings of this version and have no effect; check their spelling",
        { names, meant: names.map((name) => settingLike(name) ?? null) }
      )
})

/** For commands that run until they are stopped. */
export const withServerSettings = <A, E, R>(use: (settings: Settings) => Effect.Effect<A, E, R>) =>
  withSettings((settings) => Effect.andThen(warnOfUnknown, use(settings)))

/** Opening a SQLite file would create it; Postgres reports a missing database by itself. */
export const requireDatabase = ({ database }: Settings) =>
  database._tag === "Postgres" || existsSync(database.filename)
    ? Effect.void
    : commandFailed(
        "no_database",
        `There is no database ${database.filename}. Start \`telemark serve\` or run \`telemark migrate\` to make it, ` +
          "or set TELEMARK_DATABASE_URL to the one you mean."
      )

export interface DatabaseOptions extends StorageOptions {
  readonly mayMake?: boolean
}

type LayerOver<Provided, E> = (
  settings: Settings,
  options: StorageOptions
) => Layer.Layer<Provided, E>

/**
 * Runs an effect over services. Unless `mayMake`, a missing database fails the command, which would
 * create an empty one in the current directory, and tables aren't migrated: an older server may be
 * using them, and there is no way back.
 */
export type WithDatabase<Provided> = <A, Failure>(
  use: (settings: Settings) => Effect.Effect<A, Failure, Provided>,
  options?: DatabaseOptions
) => Effect.Effect<A, unknown>

export const withDatabase =
  <Provided, E>(layerOver: LayerOver<Provided, E>): WithDatabase<Provided> =>
  (use, { mayMake = false, ...options } = {}) =>
    withSettings((settings) => {
      const existing = Effect.as(
        requireDatabase(settings),
        layerOver(settings, { ...options, migrate: false })
      )
      const layer: Layer.Layer<Provided, E | CommandFailed> = mayMake
        ? layerOver(settings, { migrate: settings.migrate, ...options })
        : Layer.unwrap(existing)
      return Effect.provide(use(settings), layer)
    })

/** Services that need no secret: tenants can be managed from a shell without it. */
export const withServices = withDatabase(layerAdministration)
