import { StorageError, type StoragePorts } from "@telemark/core"
import { type Duration, Effect, Layer } from "effect"
import type { DatabaseSettings } from "../Settings/index.js"
import { StorageNotUsable } from "./StorageNotUsable.js"

export interface StorageOptions {
  /** False: a database whose schema isn't up to date is refused instead of being brought there. */
  readonly migrate?: boolean
  /** How long one statement may run on Postgres; 30 seconds by default. */
  readonly statementTimeout?: Duration.DurationInput
}

const notInstalled = (cause: unknown): StorageError =>
  new StorageError({ reason: "fault", cause: new Error("Its driver can't be loaded; installing Telemark again may help.", { cause }) })

/** Loads a driver. Only the one in use: the other may be missing, as SQLite's may be where it can't be compiled. */
export const loadDriver = <A>(load: () => Promise<A>): Effect.Effect<A, StorageError> => Effect.tryPromise({ try: load, catch: notInstalled })

const layerOf = (database: DatabaseSettings, { statementTimeout, ...options }: StorageOptions) =>
  database._tag === "Sqlite"
    ? Effect.map(loadDriver(() => import("@telemark/sqlite")), ({ layer }) => layer({ filename: database.filename, ...options }))
    : Effect.map(loadDriver(() => import("@telemark/postgres")), ({ layer }) => layer({ url: database.url, maxConnections: database.maxConnections, statementTimeout, ...options }))

/** The storage ports on the database that the settings name. */
export const layerStorage = (database: DatabaseSettings, options: StorageOptions = {}): Layer.Layer<StoragePorts, StorageNotUsable> =>
  Layer.catchAll(Layer.unwrapEffect(layerOf(database, options)), (cause) => Layer.fail(new StorageNotUsable({ database, cause })))
