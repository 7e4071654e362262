import { checkedOptions, type StorageError, ValidationFailed } from "@telemark/contract"
import {
  layerStorage as layerSql,
  LockWait,
  migrate,
  Names,
  type NamesOptions,
  NewEvents,
  requireSchema,
  type StoragePorts,
  tableNames,
  WakeUp
} from "@telemark/core"
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { explainSqliteError } from "./explainSqliteError.js"
import { open, type OpenOptions, waitForLockOf } from "./open.js"
import { layerStoredKeys } from "./storedKeys.js"
import { makeSignals } from "./wakeUp/makeSignals.js"

export interface SqliteOptions extends OpenOptions, Pick<NamesOptions, "tablePrefix"> {
  /**
   * Whether to migrate the tables when opening; true by default. If false, opening fails if they
   * are out of date.
   */
  readonly migrate?: boolean | undefined
}

export const layerClient = (
  options: SqliteOptions
): Layer.Layer<SqlClient.SqlClient, StorageError> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const names = yield* tableNames({ tablePrefix: options.tablePrefix })
      const waitForLock = yield* waitForLockOf(options)
      const sql = yield* open(options, waitForLock)
      const context = Context.make(SqlClient.SqlClient, sql).pipe(
        Context.add(LockWait, waitForLock),
        Context.add(Names, names)
      )
      yield* Effect.provide(options.migrate === false ? requireSchema : migrate, context)
      return context
    }).pipe(Effect.mapError(explainSqliteError(options.filename)))
  )

const layerSignals = (
  filename: string,
  tablePrefix: string | undefined
): Layer.Layer<NewEvents | WakeUp> =>
  Layer.effectContext(
    Effect.map(makeSignals(filename, tablePrefix), ({ events, mail }) =>
      Context.make(WakeUp, mail).pipe(Context.add(NewEvents, events))
    )
  )

/**
 * Every storage port on one SQLite file, which is created if it doesn't exist. The keys of stored
 * secrets are beside it. Several processes of one machine may share the file. Fails if it can't be
 * opened or written to, is damaged, or was used by a newer version; the error's cause says which.
 */
export const layer = (options: SqliteOptions): Layer.Layer<StoragePorts, StorageError> =>
  layerStoredKeys(options.filename, options.tablePrefix).pipe(
    Layer.provideMerge(Layer.provide(layerSql, layerClient(options))),
    Layer.merge(layerSignals(options.filename, options.tablePrefix))
  )

/**
 * `layer`, as applications name it: `storage: sqlite({ filename: "mail.db" })`. Throws if an option
 * is invalid.
 */
export const sqlite = (options: SqliteOptions): Layer.Layer<StoragePorts, StorageError> => {
  const names = { filename: true, busyTimeout: true, tablePrefix: true, migrate: true } as const
  const checked = checkedOptions("sqlite()", `{ filename: "mail.db" }`, names, options)
  if (typeof (checked.filename as unknown) !== "string" || checked.filename === "") {
    throw ValidationFailed.at("filename", "must be the path of the database file")
  }
  return layer(checked)
}
