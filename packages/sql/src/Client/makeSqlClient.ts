import type * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Statement from "@effect/sql/Statement"
import { Effect, Option } from "effect"
import { apart, type Belongs, openTransaction, setBelongs } from "./belongs.js"

/**
 * A client of `@effect/sql`, whose statements go over the connection of a transaction in the context only if storage takes part in that,
 * and over what storage makes of the connection. The library's own takes every transaction that it finds.
 */
export const makeSqlClient = (
  options: SqlClient.SqlClient.MakeOptions,
  belongs: Belongs = apart()
): Effect.Effect<SqlClient.SqlClient, never, Reactivity.Reactivity> => {
  const { acquirer, compiler, spanAttributes, transformRows } = options
  const connection = Effect.flatMap(openTransaction(belongs), Option.match({
    onNone: () => acquirer,
    onSome: ([found]) => Effect.succeed(belongs.use(found) ?? found)
  }))
  const transactionAcquirer = Effect.map(options.transactionAcquirer ?? acquirer, belongs.claim)
  return Effect.map(SqlClient.make({ ...options, transactionAcquirer }), (client) => {
    const { reactive, reactiveMailbox, reserve, withTransaction } = client
    const others: Omit<SqlClient.SqlClient, keyof Statement.Constructor> = {
      [SqlClient.TypeId]: SqlClient.TypeId,
      reactive,
      reactiveMailbox,
      reserve,
      withTransaction,
      safe: client,
      // Its rows are not transformed.
      withoutTransforms: () => made
    }
    const made: SqlClient.SqlClient = Object.assign(Statement.make(connection, compiler, spanAttributes, transformRows), others)
    setBelongs(made, belongs)
    return made
  })
}
