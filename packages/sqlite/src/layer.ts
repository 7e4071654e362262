import * as SqlClient from "@effect/sql/SqlClient"
import { type StorageError, type StoragePorts, WakeUp } from "@telemark/core"
import { layer as layerSql, migrate, requireSchema } from "@telemark/sql"
import { Effect, Layer } from "effect"
import { explain } from "./explain.js"
import { open, type OpenOptions } from "./open.js"

export interface SqliteOptions extends OpenOptions {
  /** Whether to bring the schema up to date when opening; true by default. If not, one out of date is refused. */
  readonly migrate?: boolean | undefined
}

/**
 * Every storage port on one SQLite file, made if there is none. Several processes of one machine may share it.
 * Fails if the file can't be opened and written to, is damaged, or was used by a newer version; the cause of
 * the error says which.
 */
export const layer = (options: SqliteOptions): Layer.Layer<StoragePorts, StorageError> => {
  const client = Layer.scoped(
    SqlClient.SqlClient,
    Effect.tap(open(options), (sql) =>
      Effect.provideService(options.migrate === false ? requireSchema : migrate, SqlClient.SqlClient, sql))
      .pipe(Effect.mapError(explain(options.filename)))
  )
  return Layer.merge(Layer.provide(layerSql, client), WakeUp.layerInProcess)
}

/** `layer`, as applications name it: `storage: sqlite({ filename: "mail.db" })`. */
export const sqlite = layer
