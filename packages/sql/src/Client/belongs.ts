import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { Context, Effect, Option } from "effect"

/** The connection of a transaction, and how deep in it the caller stands: as `@effect/sql` keeps it. */
export type OpenTransaction = typeof SqlClient.TransactionConnection.Service

/**
 * Which of the transactions in a fiber's context storage takes part in. The context is shared with whatever else of the application uses
 * `@effect/sql`, maybe on another database.
 */
export interface Belongs {
  /** Notes that a connection is storage's own. */
  readonly claim: <C extends Connection>(connection: C) => C
  /** How storage uses the connection of a transaction that it finds; undefined if it takes no part in it. */
  readonly use: (found: Connection) => Connection | undefined
}

/** All of them, as they are: so are the library's own clients. */
const toAll: Belongs = { claim: (connection) => connection, use: (found) => found }

/** Storage's own, and those that `adapt` takes. */
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

/** None but storage's own: for one with connections of its own. */
export const toNone = (): Belongs => belongsTo(() => undefined)

/** All of them, made fit for storage: for one over a client that it shares with the host application. */
export const shared = (adapt: (found: Connection) => Connection): Belongs => belongsTo(adapt)

const ofClients = new WeakMap<SqlClient.SqlClient, Belongs>()

/** Notes what a client takes part in. */
export const setBelongs = (client: SqlClient.SqlClient, belongs: Belongs): void => { ofClients.set(client, belongs) }

/** What a client takes part in. */
export const belongsOf = (client: SqlClient.SqlClient): Belongs => ofClients.get(client) ?? toAll

/** The connection of the transaction in a context, as storage uses it, if it takes part in that. */
export const connectionOf = ({ use }: Belongs, context: Context.Context<never>): Connection | undefined => {
  const open = Context.getOption(context, SqlClient.TransactionConnection)
  return Option.isSome(open) ? use(open.value[0]) : undefined
}

/** The transaction that the caller stands in, if storage takes part in it. */
export const openTransaction = ({ use }: Belongs): Effect.Effect<Option.Option<OpenTransaction>> =>
  Effect.map(Effect.serviceOption(SqlClient.TransactionConnection), Option.filter(([connection]) => use(connection) !== undefined))
