import { Context } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"

/** The connection of a transaction as storage uses it, and the caller's level in it. */
export type OpenTransaction = SqlClient.TransactionConnection.Service

type Find = (context: Context.Context<never>) => OpenTransaction | undefined

const ofClients = new WeakMap<SqlClient.SqlClient, Find>()

/** Has storage take part in the transactions that are found so, beside those of its own client. */
export const setJoined = (client: SqlClient.SqlClient, find: Find): void => {
  ofClients.set(client, find)
}

/** The transaction in a context that storage takes part in; undefined if there is none. */
export const openTransactionIn = (
  client: SqlClient.SqlClient,
  context: Context.Context<never>
): OpenTransaction | undefined =>
  Context.getOrUndefined(context, client.transactionService) ?? ofClients.get(client)?.(context)
