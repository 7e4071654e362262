import type { StorageError } from "@telemark/contract"
import {
  layerStorage as layerSql,
  migrate,
  Names,
  type NamesOptions,
  NewEvents,
  openTransactionIn,
  requireSchema,
  sharedClient,
  type StoragePorts,
  tableNames,
  toStorageError,
  WakeUp
} from "@telemark/core"
import { Context, Effect, Layer } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import { makeCompilerSqlite } from "effect/sql/Statement"
import { explainSqliteError } from "./explainSqliteError.js"
import { layerStoredKeys } from "./storedKeys.js"
import { makeSignals, type SignalPort } from "./wakeUp/makeSignals.js"

/** Options of `sqliteFrom()`. */
export interface SharedSqliteOptions extends Pick<NamesOptions, "tablePrefix"> {
  /**
   * Whether to migrate the tables when opening; true by default. If false, opening fails if they
   * are out of date.
   */
  readonly migrate?: boolean | undefined
}

/** In a transaction of the host's client, once that has released the client's only connection. */
const afterHosts =
  (host: SqlClient.SqlClient, sql: SqlClient.SqlClient) =>
  ({ listen, signal }: SignalPort): SignalPort => ({
    listen,
    signal: Effect.contextWith((context: Context.Context<never>) =>
      openTransactionIn(sql, context) === undefined
        ? signal
        : Effect.asVoid(
            Effect.forkDetach(Effect.ignore(Effect.andThen(Effect.scoped(host.reserve), signal)))
          )
    )
  })

/** Whatever opened it, or `:memory:`. */
const filenameOf = (host: SqlClient.SqlClient): Effect.Effect<string, StorageError> =>
  Effect.mapBoth(host<{ readonly file: string }>`PRAGMA database_list`.withoutTransform, {
    onSuccess: ([main]) => (main === undefined || main.file === "" ? ":memory:" : main.file),
    onFailure: toStorageError
  })

/**
 * Every storage port over the host application's own SQLite client of `effect/sql`. Sends inside
 * its `withTransaction` are part of that transaction. Sets `synchronous = FULL` on the connection,
 * so that no accepted message is lost.
 */
export const layerShared = (
  options: SharedSqliteOptions = {}
): Layer.Layer<StoragePorts, StorageError, SqlClient.SqlClient> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const host = yield* SqlClient.SqlClient
      const filename = yield* filenameOf(host)
      const opened = Layer.effectContext(
        Effect.gen(function* () {
          const names = yield* tableNames({ tablePrefix: options.tablePrefix })
          const sql = yield* sharedClient(host, {
            dialect: "sqlite",
            compiler: makeCompilerSqlite()
          })
          const { events, mail } = yield* makeSignals(filename, options.tablePrefix)
          const signalled = afterHosts(host, sql)
          const context = Context.make(SqlClient.SqlClient, sql).pipe(
            Context.add(Names, names),
            Context.add(WakeUp, signalled(mail)),
            Context.add(NewEvents, signalled(events))
          )
          yield* Effect.mapError(sql.unsafe("PRAGMA synchronous = FULL"), toStorageError)
          yield* Effect.provide(options.migrate === false ? requireSchema : migrate, context)
          return context
        }).pipe(Effect.mapError(explainSqliteError(filename)), Effect.provide(Reactivity.layer))
      )
      return layerStoredKeys(filename, options.tablePrefix).pipe(
        Layer.provideMerge(Layer.provide(layerSql, opened)),
        Layer.merge(
          Layer.provide(
            Layer.effectContext(
              Effect.map(Effect.context<NewEvents | WakeUp>(), Context.pick(NewEvents, WakeUp))
            ),
            opened
          )
        )
      )
    })
  )

/**
 * `layerShared`, as applications name it:
 * `Layer.provide(sqliteFrom(), sqliteClient({ filename }))`.
 */
export const sqliteFrom = layerShared
