import { TransactionUnusable } from "@telemark/core"
import { rowsFrom, wrapped, type WrappedTransaction } from "./transaction.js"

/** `trx` of `db.transaction().execute(async (trx) => …)` and of `db.startTransaction()`. */
export interface KyselyTransaction {
  readonly isTransaction: boolean
  readonly executeQuery: (query: never) => Promise<{ readonly rows: ReadonlyArray<unknown> }>
  readonly getExecutor?: () => {
    readonly provideConnection: (
      consumer: (connection: unknown) => Promise<unknown>
    ) => Promise<unknown>
  }
  readonly withoutPlugins: () => Pick<KyselyTransaction, "executeQuery">
}

/**
 * Handles such as `trx.withSchema(…)` share the connection. Kysely doesn't document how to find it.
 */
const connectionOf = async (trx: KyselyTransaction): Promise<object> => {
  const found = await Promise.resolve(
    trx.getExecutor?.().provideConnection((connection) => Promise.resolve(connection))
  ).catch(() => undefined)
  return typeof found === "object" && found !== null ? found : trx
}

/** As `CompiledQuery.raw`. */
const rawQuery = (sql: string, parameters: ReadonlyArray<unknown>) => ({
  sql,
  parameters,
  query: { kind: "RawNode", sqlFragments: [sql], parameters: [] },
  queryId: { queryId: "telemark" }
})

/**
 * Wraps a transaction of Kysely on Postgres or SQLite; throws `TransactionUnusable` if it is none.
 */
export const kysely = (trx: KyselyTransaction): WrappedTransaction => {
  if (!trx.isTransaction) throw new TransactionUnusable({ reason: "not_open" })
  // Plugins could rename columns.
  const bare = trx.withoutPlugins()
  return wrapped({
    connection: connectionOf(trx),
    refusesOnceEnded: true,
    execute: async (statement, parameters) =>
      rowsFrom((await bare.executeQuery(rawQuery(statement, parameters) as never)).rows)
  })
}
