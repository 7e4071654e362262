// Hot path (docs/hot-paths.md): node-postgres by callback, 156 µs instead of 198.
import { AnswerLater, failed, makeSqlClient } from "@telemark/core"
import { Duration, Effect } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import type { Pool, QueryArrayConfig, QueryConfig, QueryResult } from "pg"
import type { Session } from "./Session.js"
import { connectionOf, makeStatementNames, type Run, types } from "./pgConnection.js"
import { takeSession } from "./takeSession.js"

/** Adds settings to statements that begin a transaction, in one round trip. */
const beginWith = (settings: Readonly<Record<string, string>>): ((statement: string) => string) => {
  const begin = [
    "BEGIN",
    ...Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = '${value}'`)
  ].join("; ")
  return (statement) =>
    statement.startsWith("BEGIN") ? begin + statement.slice("BEGIN".length) : statement
}

/**
 * Milliseconds that an interrupted caller waits for the end of its statement, to keep the
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
  command: "",
  oid: 0,
  fields: []
} satisfies QueryResult

const undone = new Error("The transaction was rolled back: one of its statements had failed")

/**
 * Gives the connection up after `closeTimeout` milliseconds of real time, whatever Effect's clock
 * says.
 */
const endSoon = (session: Session): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      session.interrupt()
      resolve()
    }
    const timer = setTimeout(end, closeTimeout)
    void session.idle.then(end)
  })

/**
 * A client over a pool of node-postgres, which may be the host's: it reads values with its own
 * parsers.
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

  const ask = (session: Session, ...[text, params, how]: Parameters<Run>): ReturnType<Run> =>
    Effect.mapError(
      session.run(queryOf(text, params, how), answerTimeout, text.startsWith("ROLLBACK")),
      (error) => failed(error)
    )

  const take = (release: (session: Session) => void) =>
    takeSession(pool, settings.hosts, connectTimeout, release)

  // When interrupted, the statement runs to its end, and only then the connection goes back.
  const takeForOne = take((session) => {
    session.releaseWhenIdle()
  })
  const runOnAny: Run = (...statement) =>
    Effect.scoped(Effect.flatMap(takeForOne, (session) => ask(session, ...statement)))

  const awaited = (session: Session, ...[text, ...rest]: Parameters<Run>): ReturnType<Run> => {
    const answer = Effect.onInterrupt(ask(session, text, ...rest), () =>
      Effect.promise(() => endSoon(session))
    )
    // The server rolls back what a lost connection has done, including its savepoints.
    if (text.startsWith("ROLLBACK"))
      return Effect.catch(answer, (error) =>
        session.broken === undefined ? Effect.fail(error) : Effect.succeed(nothing)
      )
    // After a failed statement whose error was ignored, COMMIT rolls back without an error.
    return text === "COMMIT"
      ? Effect.filterOrFail(
          answer,
          ({ command }) => command === "COMMIT",
          () => failed(undone)
        )
      : answer
  }

  const later = (session: Session, ...[text, params, how]: Parameters<Run>): ReturnType<Run> =>
    Effect.mapBoth(
      session.runLater(queryOf(text, params, how), answerTimeout, text.startsWith("BEGIN")),
      { onFailure: (error) => failed(error), onSuccess: () => nothing }
    )

  const runOn =
    (session: Session): Run =>
    (...statement) =>
      Effect.flatMap(AnswerLater, (mayBeLater) =>
        session.client.pipeline && (mayBeLater || statement[0].startsWith("BEGIN"))
          ? later(session, ...statement)
          : awaited(session, ...statement)
      )

  const reserve = Effect.map(
    take((session) => {
      session.release()
    }),
    (session) => connectionOf(runOn(session))
  )

  return makeSqlClient({
    connection: connectionOf(runOnAny),
    transactionAcquirer: reserve,
    compiler,
    driver: "telemark-postgres",
    spanAttributes: [["db.system.name", "postgresql"]]
  }).pipe(Effect.provide(Reactivity.layer))
}

export interface ClientSettings {
  readonly prepare: boolean
  /** How many hosts are tried for one connection. */
  readonly hosts: number
  readonly connectTimeout: Duration.Duration
  /**
   * How long an answer may take before the connection counts as lost: only a server that has
   * disappeared takes so long.
   */
  readonly answerTimeout: Duration.Duration | undefined
  /** For each transaction; other settings stay as they are. */
  readonly transaction: Readonly<Record<string, string>>
}
