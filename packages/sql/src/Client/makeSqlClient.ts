import type * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import * as Statement from "@effect/sql/Statement"
import { Effect } from "effect"
import { toNone, type Belongs, connectionOf, setBelongs } from "./belongs.js"
import { type ConnectionIn, untraced } from "./statements.js"

export interface SqlClientOptions extends Pick<
  SqlClient.SqlClient.MakeOptions,
  "beginTransaction" | "compiler" | "spanAttributes"
> {
  /** For statements outside of transactions. */
  readonly connection: Connection
  readonly transactionAcquirer: Connection.Acquirer
}

/**
 * A client of `@effect/sql`. Its statements use the connection of a transaction in the context only
 * if storage takes part in that transaction, and as storage adapts the connection. The library's
 * own client uses every transaction that it finds.
 */
export const makeSqlClient = (
  { connection, ...options }: SqlClientOptions,
  belongs: Belongs = toNone()
): Effect.Effect<SqlClient.SqlClient, never, Reactivity.Reactivity> => {
  const connectionIn: ConnectionIn = (context) => connectionOf(belongs, context) ?? connection
  const inContext = Effect.contextWith(connectionIn)
  const transactionAcquirer = Effect.map(options.transactionAcquirer, belongs.claim)
  const statements = untraced(
    Statement.make(inContext, options.compiler, options.spanAttributes, undefined),
    connectionIn
  )
  return Effect.map(
    SqlClient.make({ ...options, acquirer: Effect.succeed(connection), transactionAcquirer }),
    (client) => {
      const { reactive, reactiveMailbox, reserve, withTransaction } = client
      const others: Omit<SqlClient.SqlClient, keyof Statement.Constructor> = {
        [SqlClient.TypeId]: SqlClient.TypeId,
        reactive,
        reactiveMailbox,
        reserve,
        withTransaction,
        safe: client,
        // This client's rows aren't transformed.
        withoutTransforms: () => made
      }
      const made: SqlClient.SqlClient = Object.assign(statements, others)
      setBelongs(made, belongs)
      return made
    }
  )
}
