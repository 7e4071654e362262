import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { Context, Effect, Option } from "effect"

/** The connection of a transaction, and the caller's level in it, as `@effect/sql` keeps them. */
export type OpenTransaction = typeof SqlClient.TransactionConnection.Service

/**
 * Which of the transactions in a fiber's context storage takes part in: the application may use
 * `@effect/sql` there for another database.
 */
export interface Belongs {
  /** Marks a connection as storage's own. */
  readonly claim: <C extends Connection>(connection: C) => C
  /**
   * How storage uses the connection of a transaction; undefined if it takes no part in that
   * transaction.
   */
  readonly use: (found: Connection) => Connection | undefined
}

/** All transactions, unchanged, as the library's own clients. */
const toAll: Belongs = { claim: (connection) => connection, use: (found) => found }

const belongsTo = (adapt: Belongs["use"]): Belongs => {
  const own = new WeakSet<Connection>()
  const adapted = new WeakMap<Connection, Connection>()
  const claim: Belongs["claim"] = (connection) => {
    own.add(connection)
    return connection
  }
  return {
    claim,
    use: (found) => {
      if (own.has(found)) return found
      const known = adapted.get(found)
      if (known !== undefined) return known
      const made = adapt(found)
      if (made !== undefined) adapted.set(found, claim(made))
      return made
    }
  }
}

/** Storage's own transactions only: for a client with its own connections. */
export const toNone = (): Belongs => belongsTo(() => undefined)

/** All transactions, adapted for storage: for a client shared with the host application. */
export const shared = (adapt: (found: Connection) => Connection): Belongs => belongsTo(adapt)

const ofClients = new WeakMap<SqlClient.SqlClient, Belongs>()

export const setBelongs = (client: SqlClient.SqlClient, belongs: Belongs): void => {
  ofClients.set(client, belongs)
}

/** Which transactions a client takes part in. */
export const belongsOf = (client: SqlClient.SqlClient): Belongs => ofClients.get(client) ?? toAll

/**
 * The connection of the transaction in a context, as storage uses it, if it takes part in that
 * transaction.
 */
export const connectionOf = (
  { use }: Belongs,
  context: Context.Context<never>
): Connection | undefined => {
  const open = Context.getOption(context, SqlClient.TransactionConnection)
  return Option.isSome(open) ? use(open.value[0]) : undefined
}

/** The transaction that the caller is inside, if storage takes part in it. */
export const openTransaction = ({ use }: Belongs): Effect.Effect<Option.Option<OpenTransaction>> =>
  Effect.map(
    Effect.serviceOption(SqlClient.TransactionConnection),
    Option.filter(([connection]) => use(connection) !== undefined)
  )
