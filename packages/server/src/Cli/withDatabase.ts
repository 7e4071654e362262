import { Effect, Layer } from "effect"
import { existsSync } from "node:fs"
import type { Settings } from "../Settings/index.js"
import type { StorageOptions } from "../Storage/index.js"
import { CommandFailed } from "./failures.js"
import { withSettings } from "./withSettings.js"

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

export interface DatabaseOptions extends StorageOptions {
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
export const withDatabase =
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
        : Layer.unwrap(existing)
      return Effect.provide(use(settings), layer)
    })
