// Hot path (docs/hot-paths.md): keeps prepared statements and runs them without waiting.
import { failed, makeMemory } from "@telemark/core"
import { Effect, type Scope, Stream } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { loadDriver, type Opened, type Prepared } from "./driver.js"

/** More than storage has texts. */
const maxPrepared = 500

/** Prepares each statement once. */
const makePrepare = (database: Opened) => {
  const kept = makeMemory<Prepared>(maxPrepared)
  return (text: string): Prepared => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const made = database.prepare(text)
    kept.set(text, made)
    return made
  }
}

/** One connection, closed with the scope. */
export const openSqlite = (filename: string): Effect.Effect<Connection, SqlError, Scope.Scope> =>
  Effect.gen(function* () {
    const openDatabase = yield* loadDriver
    const database = yield* Effect.acquireRelease(
      Effect.try({ try: () => openDatabase(filename), catch: failed }),
      (opened) => Effect.sync(() => opened.close())
    )
    const prepare = makePrepare(database)
    const rowsOf = <A>(
      statement: () => Prepared,
      parameters: ReadonlyArray<unknown>,
      read: (rows: ReadonlyArray<Record<string, unknown>>) => ReadonlyArray<A>
    ): Effect.Effect<ReadonlyArray<A>, SqlError> =>
      Effect.suspend(() => {
        try {
          return Effect.succeed(read(statement().all(...parameters)))
        } catch (cause) {
          return Effect.fail(failed(cause))
        }
      })
    const asTheyAre = <A>(rows: ReadonlyArray<A>) => rows
    const execute: Connection["execute"] = (text, parameters, transformRows) =>
      rowsOf(() => prepare(text), parameters, transformRows ?? asTheyAre)
    const executeValues: Connection["executeValues"] = (text, parameters) =>
      rowsOf(
        () => prepare(text),
        parameters,
        (rows) => rows.map((row) => Object.values(row))
      )
    return {
      execute,
      executeUnprepared: (text, parameters, transformRows) =>
        rowsOf(() => database.prepare(text), parameters, transformRows ?? asTheyAre),
      executeRaw: (text, parameters) => execute(text, parameters, undefined),
      executeValues,
      executeValuesUnprepared: executeValues,
      executeStream: () =>
        Stream.fail(failed(new Error("Rows can't be streamed: read them in pages")))
    }
  })
