import Sqlite from "better-sqlite3"
import { failed } from "@telemark/sql"
import { Effect, type Scope, Stream } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"

/** Prepared statements that a connection keeps: more than storage has texts. */
const maxPrepared = 500

type Prepared = Sqlite.Statement<Array<unknown>, Record<string, unknown>>

/** Prepares statements, and keeps those that were used last. */
const makePrepare = (database: Sqlite.Database) => {
  const kept = new Map<string, Prepared>()
  return (text: string): Prepared => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const made = database.prepare<Array<unknown>, Record<string, unknown>>(text)
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= maxPrepared) kept.delete(oldest)
    kept.set(text, made)
    return made
  }
}

/** Opens a file, or a database in memory, and closes it with the scope. It has one connection. */
export const openConnection = (
  filename: string
): Effect.Effect<Connection, SqlError, Scope.Scope> =>
  Effect.gen(function* () {
    const database = yield* Effect.acquireRelease(
      Effect.try({ try: () => new Sqlite(filename), catch: failed }),
      (opened) => Effect.sync(() => opened.close())
    )
    const prepare = makePrepare(database)
    const run = <A>(work: () => A): Effect.Effect<A, SqlError> =>
      Effect.suspend(() => {
        try {
          return Effect.succeed(work())
        } catch (cause) {
          return Effect.fail(failed(cause))
        }
      })
    const rowsOf = (statement: Prepared, parameters: ReadonlyArray<unknown>) => {
      if (statement.reader) return statement.all(...parameters)
      statement.run(...parameters)
      return []
    }
    const execute: Connection["execute"] = (text, parameters, transformRows) =>
      run(() => {
        const rows = rowsOf(prepare(text), parameters)
        return transformRows === undefined ? rows : transformRows(rows)
      })
    const executeValues: Connection["executeValues"] = (text, parameters) =>
      run(() => rowsOf(prepare(text), parameters).map((row) => Object.values(row)))
    return {
      execute,
      executeUnprepared: (text, parameters, transformRows) =>
        run(() => {
          const rows = rowsOf(database.prepare(text), parameters)
          return transformRows === undefined ? rows : transformRows(rows)
        }),
      executeRaw: (text, parameters) =>
        run(() => {
          const statement = prepare(text)
          return statement.reader ? statement.all(...parameters) : statement.run(...parameters)
        }),
      executeValues,
      executeValuesUnprepared: executeValues,
      executeStream: () =>
        Stream.fail(failed(new Error("Rows can't be streamed: read them in pages")))
    }
  })
