import { type Context, Effect } from "effect"
import type * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { Acquirer, Connection } from "effect/sql/SqlConnection"
import { type OpenTransaction, setJoined } from "./openTransaction.js"

export interface SqlClientOptions extends Pick<
  SqlClient.SqlClient.MakeOptions,
  "beginTransaction" | "compiler" | "driver" | "onCommitFailure" | "spanAttributes"
> {
  /** For statements outside of transactions. */
  readonly connection: Connection
  readonly transactionAcquirer: Acquirer
  /** The transactions of another client that statements use as well; by default none. */
  readonly joined?: (context: Context.Context<never>) => OpenTransaction | undefined
}

/** A client whose statements use `connection`, but where a transaction has one. */
export const makeSqlClient = ({
  connection,
  joined,
  ...options
}: SqlClientOptions): Effect.Effect<SqlClient.SqlClient, never, Reactivity.Reactivity> => {
  const current =
    joined === undefined
      ? Effect.succeed(connection)
      : Effect.contextWith((context: Context.Context<never>) =>
          Effect.succeed(joined(context)?.[0] ?? connection)
        )
  return Effect.map(
    SqlClient.make({
      ...options,
      acquirer: current,
      borrower: (use) => Effect.flatMap(current, use)
    }),
    (client) => {
      if (joined !== undefined) setJoined(client, joined)
      return client
    }
  )
}
