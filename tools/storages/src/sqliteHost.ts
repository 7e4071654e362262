import Sqlite from "better-sqlite3"
import { Effect, Layer, type Scope, Semaphore, Stream } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { classifySqliteError, SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"

export interface SqliteHostOptions {
  readonly filename: string
  /** Whether the file has a write-ahead log; true by default. */
  readonly hasLog?: boolean
  readonly transformQueryNames?: (name: string) => string
  readonly transformResultNames?: (name: string) => string
}

const attempt = <A>(work: () => A): Effect.Effect<A, SqlError> =>
  Effect.try({
    try: work,
    catch: (cause) => new SqlError({ reason: classifySqliteError(cause) })
  })

const connectionOf = (database: Sqlite.Database): Connection => {
  const rows = (text: string, parameters: ReadonlyArray<unknown>, isRaw = false) => {
    const statement = database.prepare(text)
    if (statement.reader) return statement.raw(isRaw).all(...parameters)
    statement.run(...parameters)
    return []
  }
  const execute: Connection["execute"] = (text, parameters, transformRows) =>
    attempt(() => {
      const found = rows(text, parameters) as ReadonlyArray<object>
      return transformRows === undefined ? found : transformRows(found)
    })
  const executeValues: Connection["executeValues"] = (text, parameters) =>
    attempt(() => rows(text, parameters, true) as ReadonlyArray<ReadonlyArray<unknown>>)
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: (text, parameters) => execute(text, parameters, undefined),
    executeValues,
    executeValuesUnprepared: executeValues,
    executeStream: () => Stream.die("a host's rows aren't streamed here")
  }
}

/**
 * A client of `effect/sql` as the host application has one, over a driver of its own: one
 * connection, that statements and transactions have in turn.
 */
export const makeSqliteHost = ({
  filename,
  hasLog = true,
  transformQueryNames,
  transformResultNames
}: SqliteHostOptions): Effect.Effect<SqlClient.SqlClient, SqlError, Scope.Scope> =>
  Effect.gen(function* () {
    const database = yield* Effect.acquireRelease(
      attempt(() => new Sqlite(filename)),
      (opened) => Effect.sync(() => opened.close())
    )
    if (hasLog) yield* attempt(() => database.pragma("journal_mode = WAL"))
    return yield* SqlClient.make({
      ...SqlClient.makeSqliteAcquirers({
        connection: Effect.succeed(connectionOf(database)),
        semaphore: yield* Semaphore.make(1),
        isTransaction: () => database.inTransaction
      }),
      compiler: Statement.makeCompilerSqlite(transformQueryNames),
      driver: "host",
      spanAttributes: [],
      transformRows:
        transformResultNames === undefined
          ? undefined
          : Statement.defaultTransforms(transformResultNames).array
    })
  }).pipe(Effect.provide(Reactivity.layer))

/** That client, as the host provides it to its application. */
export const sqliteHost = (
  options: SqliteHostOptions
): Layer.Layer<SqlClient.SqlClient, SqlError> =>
  Layer.effect(SqlClient.SqlClient, makeSqliteHost(options))
