import Database from "better-sqlite3"
import { Effect, Layer, Semaphore, Stream } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { classifySqliteError, SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"

interface SqliteClientOptions {
  readonly filename: string
  readonly transformQueryNames?: (name: string) => string
  readonly transformResultNames?: (name: string) => string
}

const failed = (cause: unknown) =>
  new SqlError({ reason: classifySqliteError(cause, { message: "Failed to execute" }) })

/** What a host uses that has chosen its driver itself: one connection, with the log of WAL. */
const open = (filename: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.try({ try: () => new Database(filename), catch: failed }),
      (database) => Effect.sync(() => database.close())
    ),
    (database) => {
      database.pragma("journal_mode = WAL")
      const rowsOf = (text: string, parameters: ReadonlyArray<unknown>): ReadonlyArray<object> => {
        const statement = database.prepare<Array<unknown>, object>(text)
        if (statement.reader) return statement.all(...parameters)
        statement.run(...parameters)
        return []
      }
      const execute: Connection["execute"] = (text, parameters, transformRows) =>
        Effect.try({
          try: () => {
            const rows = rowsOf(text, parameters)
            return transformRows === undefined ? rows : transformRows(rows)
          },
          catch: failed
        })
      const executeValues: Connection["executeValues"] = (text, parameters) =>
        Effect.map(execute(text, parameters, undefined), (rows) =>
          rows.map((row) => Object.values(row as Record<string, unknown>))
        )
      const connection: Connection = {
        execute,
        executeUnprepared: execute,
        executeRaw: (text, parameters) => execute(text, parameters, undefined),
        executeValues,
        executeValuesUnprepared: executeValues,
        executeStream: () => Stream.die("nothing is streamed here")
      }
      return { connection, isTransaction: () => database.inTransaction }
    }
  )

/** A client of `effect/sql` as hosts make one over better-sqlite3. */
export const layerSqliteClient = ({
  filename,
  transformQueryNames,
  transformResultNames
}: SqliteClientOptions): Layer.Layer<SqlClient.SqlClient, SqlError> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      const { connection, isTransaction } = yield* open(filename)
      return yield* SqlClient.make({
        ...SqlClient.makeSqliteAcquirers({
          connection: Effect.succeed(connection),
          semaphore: Semaphore.makeUnsafe(1),
          isTransaction
        }),
        compiler: Statement.makeCompilerSqlite(transformQueryNames),
        driver: "host",
        spanAttributes: [],
        ...(transformResultNames === undefined
          ? {}
          : { transformRows: Statement.defaultTransforms(transformResultNames).array })
      })
    })
  ).pipe(Layer.provide(Reactivity.layer))
