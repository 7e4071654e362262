import { wakeable } from "@telemark/core"
import * as Reactivity from "effect/reactivity/Reactivity"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import { failed, makeSqlClient } from "@telemark/sql"
import { Duration, Effect, Scope } from "effect"
import type { Pool, QueryArrayConfig, QueryConfig, QueryResult } from "pg"
import { beginWith } from "./beginWith.js"
import type { ClientSettings } from "./ClientSettings.js"
import { connectionOf, type Run } from "./connection.js"
import type { Session } from "./Session.js"
import { makeStatementNames } from "./statementNames.js"
import { takeSession } from "./takeSession.js"
import { types } from "./types.js"

/**
 * How long an interrupted caller waits for the end of its statement, in milliseconds, to keep the
 * connection.
 */
const closeTimeout = 500

const escape = Statement.defaultEscape('"')

export const compiler = Statement.makeCompiler({
  dialect: "pg",
  placeholder: (index) => `$${String(index)}`,
  onIdentifier: escape,
  onRecordUpdate: (placeholders, alias, columns, values, returning) => [
    `(values ${placeholders}) AS ${alias}${columns}${returning === undefined ? "" : ` RETURNING ${returning[0]}`}`,
    returning === undefined ? values.flat() : [...values.flat(), ...returning[1]]
  ],
  onCustom: () => ["", []]
})

const nothing = {
  rows: [],
  rowCount: 0,
  command: "ROLLBACK",
  oid: 0,
  fields: []
} satisfies QueryResult

const undone = new Error("The transaction was rolled back: one of its statements had failed")

/**
 * Resolves after `closeTimeout` milliseconds of real time at the latest: it waits for a server,
 * whatever Effect's clock says.
 */
const soon = (idle: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, closeTimeout)
    void idle.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * A client of `@effect/sql` over the pool. Unlike that of @effect/sql-pg, it reads values with its
 * own parsers whatever the pool's are, prepares statements by name, and needs no second connection
 * to give up a statement.
 */
export const makeClient = (
  pool: Pool,
  settings: ClientSettings
): Effect.Effect<SqlClient.SqlClient> => {
  const connectTimeout = Duration.toMillis(settings.connectTimeout)
  const answerTimeout =
    settings.answerTimeout === undefined ? undefined : Duration.toMillis(settings.answerTimeout)
  const nameOf = settings.prepare ? makeStatementNames() : () => undefined
  const begin = beginWith(settings.transaction)

  const queryOf = (
    text: string,
    params: ReadonlyArray<unknown>,
    { named, rowMode }: Parameters<Run>[2]
  ): QueryConfig | QueryArrayConfig => {
    const name = named ? nameOf(text) : undefined
    return {
      text: begin(text),
      types,
      ...(params.length === 0 ? {} : { values: [...params] }),
      ...(name === undefined ? {} : { name }),
      ...(rowMode === undefined ? {} : { rowMode })
    }
  }

  // When interrupted, it doesn't wait: the statement runs to its end, and only then the connection
  // goes back to the pool.
  const runOnAny: Run = (text, params, how) =>
    wakeable<QueryResult, SqlError>((resume) => {
      const takeBack = takeSession(pool, connectTimeout, (failure, session) => {
        if (session === undefined) {
          resume(Effect.fail(failed(failure)))
          return
        }
        session.run(queryOf(text, params, how), answerTimeout, (error, result) => {
          session.release()
          resume(
            error === undefined && result !== undefined
              ? Effect.succeed(result)
              : Effect.fail(failed(error))
          )
        })
      })
      return Effect.sync(takeBack)
    })

  const runOn =
    (session: Session): Run =>
    (text, params, how) =>
      wakeable<QueryResult, SqlError>((resume) => {
        session.run(queryOf(text, params, how), answerTimeout, (error, result) => {
          // The server rolls back what a lost connection has done, including its savepoints.
          if (text.startsWith("ROLLBACK") && session.broken !== undefined)
            resume(Effect.succeed(nothing))
          // After a failed statement whose error was ignored, COMMIT rolls back without an error.
          else if (text === "COMMIT" && result !== undefined && result.command !== "COMMIT")
            resume(Effect.fail(failed(undone)))
          else
            resume(
              error === undefined && result !== undefined
                ? Effect.succeed(result)
                : Effect.fail(failed(error))
            )
        })
        return Effect.promise(async () => {
          await soon(session.idle)
          session.interrupt()
        })
      })

  const reserve: Effect.Effect<Connection, SqlError, Scope.Scope> = Effect.suspend(() => {
    let taken: Session | undefined
    let takeBack: () => void = () => undefined
    // Registered before anything is taken, so that no interruption can come in between.
    const release = Effect.sync(() => {
      takeBack()
      taken?.release()
    })
    const take = wakeable<Connection, SqlError>((resume) => {
      takeBack = takeSession(pool, connectTimeout, (failure, session) => {
        taken = session
        resume(
          session === undefined
            ? Effect.fail(failed(failure))
            : Effect.succeed(connectionOf(runOn(session)))
        )
      })
      return Effect.sync(() => {
        takeBack()
      })
    })
    return Effect.andThen(
      Effect.flatMap(Effect.scope, (scope) => Scope.addFinalizer(scope, release)),
      take
    )
  })

  return makeSqlClient({
    connection: connectionOf(runOnAny),
    transactionAcquirer: reserve,
    compiler,
    driver: "telemark-postgres",
    spanAttributes: [["db.system.name", "postgresql"]]
  }).pipe(Effect.provide(Reactivity.layer))
}
