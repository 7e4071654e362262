import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as SqlClient from "@effect/sql/SqlClient"
import { makeCompilerSqlite } from "@effect/sql/Statement"
import { NewEvents, type StorageError, type StoragePorts, WakeUp } from "@telemark/core"
import {
  belongsOf, layer as layerSql, migrate, Names, type NamesOptions, openTransaction, requireSchema, sharedClient, tableNames, toStorageError
} from "@telemark/sql"
import { Context, Effect, Layer, Option } from "effect"
import { explain } from "./explain.js"
import { preparing } from "./preparing.js"
import { layerStoredKeys } from "./storedKeys.js"
import { makeSignals, type SignalPort } from "./WakeUp/index.js"

/** How storage uses a client that it shares with the host application. */
export interface SharedSqliteOptions extends Pick<NamesOptions, "tablePrefix"> {
  /** Whether to bring the tables up to date when opening; true by default. If not, those out of date are refused. */
  readonly migrate?: boolean | undefined
}

/** Where the caller is in a transaction of the host's client, the signal is given when that lets go of the only connection. */
const afterHosts = (host: SqlClient.SqlClient, sql: SqlClient.SqlClient) => ({ listen, signal }: SignalPort): SignalPort => ({
  listen,
  signal: Effect.flatMap(openTransaction(belongsOf(sql)), Option.match({
    onNone: () => signal,
    onSome: () => Effect.asVoid(Effect.forkDaemon(Effect.ignore(Effect.zipRight(Effect.scoped(host.reserve), signal))))
  }))
})

/**
 * Every storage port over the host application's own client, that of @effect/sql-sqlite-node: what is sent inside its `withTransaction` is
 * part of that transaction. Its commits are synced to the disk from then on (`synchronous = FULL`), so that no accepted mail is lost.
 */
export const layerShared = (options: SharedSqliteOptions = {}): Layer.Layer<StoragePorts, StorageError, SqliteClient.SqliteClient> =>
  Layer.unwrapEffect(Effect.map(SqliteClient.SqliteClient, (host) => {
    const { filename } = host.config
    const opened = Layer.scopedContext(
      Effect.gen(function*() {
        const names = yield* tableNames({ tablePrefix: options.tablePrefix })
        const sql = yield* sharedClient(host, { dialect: "sqlite", compiler: makeCompilerSqlite(), under: preparing })
        const { events, mail } = yield* makeSignals(filename, options.tablePrefix)
        const signalled = afterHosts(host, sql)
        const context = Context.make(SqlClient.SqlClient, sql).pipe(
          Context.add(Names, names), Context.add(WakeUp, signalled(mail)), Context.add(NewEvents, signalled(events))
        )
        yield* Effect.mapError(sql.unsafe("PRAGMA synchronous = FULL"), toStorageError)
        yield* Effect.provide(options.migrate === false ? requireSchema : migrate, context)
        return context
      }).pipe(Effect.mapError(explain(filename)), Effect.provide(Reactivity.layer))
    )
    return layerStoredKeys(filename, options.tablePrefix).pipe(
      Layer.provideMerge(Layer.provide(layerSql, opened)),
      Layer.merge(Layer.map(opened, Context.pick(NewEvents, WakeUp)))
    )
  }))

/** `layerShared`, as applications name it: `Layer.provide(sqliteFrom(), SqliteClient.layer({ filename }))`. */
export const sqliteFrom = layerShared
