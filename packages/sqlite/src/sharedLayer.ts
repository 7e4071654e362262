import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as SqlClient from "@effect/sql/SqlClient"
import { makeCompilerSqlite } from "@effect/sql/Statement"
import { NewEvents, type StorageError, type StoragePorts, WakeUp } from "@telemark/core"
import {
  belongsOf,
  layer as layerSql,
  migrate,
  Names,
  type NamesOptions,
  openTransaction,
  requireSchema,
  sharedClient,
  tableNames,
  toStorageError
} from "@telemark/sql"
import { Context, Effect, Layer, Option } from "effect"
import { explainSqliteError } from "./explainSqliteError.js"
import { preparing } from "./preparing.js"
import { layerStoredKeys } from "./storedKeys.js"
import { makeSignals, type SignalPort } from "./WakeUp/index.js"

/** Options of `sqliteFrom()`. */
export interface SharedSqliteOptions extends Pick<NamesOptions, "tablePrefix"> {
  /**
   * Whether to migrate the tables when opening; true by default. If false, opening fails if they
   * are out of date.
   */
  readonly migrate?: boolean | undefined
}

/**
 * Inside a transaction of the host's client, signals once that transaction has released the
 * client's only connection.
 */
const afterHosts =
  (host: SqlClient.SqlClient, sql: SqlClient.SqlClient) =>
  ({ listen, signal }: SignalPort): SignalPort => ({
    listen,
    signal: Effect.flatMap(
      openTransaction(belongsOf(sql)),
      Option.match({
        onNone: () => signal,
        onSome: () =>
          Effect.asVoid(
            Effect.forkDaemon(Effect.ignore(Effect.zipRight(Effect.scoped(host.reserve), signal)))
          )
      })
    )
  })

/**
 * Every storage port over the host application's own client of @effect/sql-sqlite-node. Sends
 * inside its `withTransaction` are part of that transaction. Sets `synchronous = FULL` on the
 * connection, so that each commit is synced to disk and no accepted message is lost.
 */
export const layerShared = (
  options: SharedSqliteOptions = {}
): Layer.Layer<StoragePorts, StorageError, SqliteClient.SqliteClient> =>
  Layer.unwrapEffect(
    Effect.map(SqliteClient.SqliteClient, (host) => {
      const { filename } = host.config
      const opened = Layer.scopedContext(
        Effect.gen(function* () {
          const names = yield* tableNames({ tablePrefix: options.tablePrefix })
          const sql = yield* sharedClient(host, {
            dialect: "sqlite",
            compiler: makeCompilerSqlite(),
            under: preparing
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
        Layer.merge(Layer.map(opened, Context.pick(NewEvents, WakeUp)))
      )
    })
  )

/**
 * `layerShared`, as applications name it:
 * `Layer.provide(sqliteFrom(), SqliteClient.layer({ filename }))`.
 */
export const sqliteFrom = layerShared
