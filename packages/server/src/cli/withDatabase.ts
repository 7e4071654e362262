import { Effect, Layer } from "effect"
import { existsSync } from "node:fs"
import { layerAdministration } from "../application/administration.js"
import type { StorageOptions } from "../application/storage.js"
import type { Settings } from "../settings/Settings.js"
import { CommandFailed } from "./failures.js"
import { withSettings } from "./withSettings.js"

/** Opening a SQLite file would create it; Postgres reports a missing database by itself. */
const requireDatabase = ({ database }: Settings) =>
  database._tag === "Postgres" || existsSync(database.filename)
    ? Effect.void
    : new CommandFailed({
        code: "no_database",
        message:
          `There is no database ${database.filename}. Start \`telemark serve\` or run \`telemark migrate\` to make it, ` +
          "or set TELEMARK_DATABASE_URL to the one you mean."
      })

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
