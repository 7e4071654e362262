import { StorageError, type StoragePorts } from "@telemark/core"
import { type Duration, Effect, Layer } from "effect"
import type { DatabaseSettings } from "../Settings/index.js"
import { StorageNotUsable } from "./StorageNotUsable.js"
import { mapError } from "../failing.js"

export interface StorageOptions {
  /** If false, a database whose schema isn't up to date is refused instead of migrated. */
  readonly migrate?: boolean
  /** Timeout of a statement on Postgres; 10 seconds by default. */
  readonly statementTimeout?: Duration.Input
}

const notInstalled = (cause: unknown): StorageError =>
  new StorageError({
    reason: "fault",
    cause: new Error(
      "Its driver can't be loaded. Install Telemark again; without a prebuilt binary, SQLite's driver needs Python, make and a C++ compiler.",
      { cause }
    )
  })

const load = <A>(driver: () => Promise<A>): Effect.Effect<A, StorageError> =>
  Effect.tryPromise({ try: driver, catch: notInstalled })

/**
 * Only the driver in use is loaded. The other may be missing, as SQLite's is if it can't be
 * compiled.
 */
export const loadSqlite = load(() => import("@telemark/sqlite"))
export const loadPostgres = load(() => import("@telemark/postgres"))

const layerOf = (database: DatabaseSettings, { statementTimeout, ...options }: StorageOptions) =>
  database._tag === "Sqlite"
    ? Effect.map(loadSqlite, ({ layer }) =>
        layer({ filename: database.filename, tablePrefix: database.tablePrefix, ...options })
      )
    : Effect.map(loadPostgres, ({ layer }) => {
        const { maxConnections, schema, tablePrefix, url } = database
        return layer({ url, maxConnections, schema, tablePrefix, statementTimeout, ...options })
      })

export const layerStorage = (
  database: DatabaseSettings,
  options: StorageOptions = {}
): Layer.Layer<StoragePorts, StorageNotUsable> =>
  mapError(
    Layer.unwrap(layerOf(database, options)),
    (cause) => new StorageNotUsable({ database, cause })
  )
