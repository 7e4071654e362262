import { Context, Effect } from "effect"
import type * as Reactivity from "effect/reactivity/Reactivity"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import type { Compiler } from "effect/sql/Statement"
import { type Answer, connectionOver, makeSqlClient, type Row } from "./sqlClient.js"

export interface SharedClientOptions {
  readonly dialect: "postgres" | "sqlite"
  readonly compiler: Compiler
  /** Wraps how each of the host's connections answers; by default it doesn't. */
  readonly around?: (answer: Answer) => Answer
}

/**
 * A client over the host application's: it uses the host's connections, and takes part in the
 * transactions that the host begins on it. It transforms neither names nor rows, whatever the
 * host's client does.
 */
export const sharedClient = (
  host: SqlClient.SqlClient,
  { around = (answer) => answer, compiler, dialect }: SharedClientOptions
): Effect.Effect<SqlClient.SqlClient, never, Reactivity.Reactivity> => {
  const answerOf = (own: Connection): Answer =>
    around((statement, parameters) =>
      Effect.map(own.execute(statement, parameters, undefined), (rows: ReadonlyArray<Row>) => rows)
    )
  const over = (connection: Connection) => connectionOver(answerOf(connection), dialect)
  const onAny = connectionOver(
    (statement, parameters, hasRows) =>
      Effect.scoped(
        Effect.flatMap(host.reserve, (connection) =>
          answerOf(connection)(statement, parameters, hasRows)
        )
      ),
    dialect
  )
  const adapted = new WeakMap<Connection, Connection>()
  const adapt = (found: Connection): Connection => {
    const known = adapted.get(found) ?? over(found)
    adapted.set(found, known)
    return known
  }
  return makeSqlClient({
    connection: onAny,
    transactionAcquirer: Effect.map(host.reserve, over),
    joined: (context) => {
      const open = Context.getOrUndefined(context, host.transactionService)
      return open === undefined ? undefined : [adapt(open[0]), open[1]]
    },
    compiler,
    driver: host.driver,
    spanAttributes: []
  })
}
