import { TransactionUnusable } from "@telemark/core"
import { rowsFrom, wrapped, type WrappedTransaction } from "./transaction.js"

/** The `trx` of Kysely's `db.transaction().execute(async (trx) => …)`, and of `db.startTransaction()`. */
export interface KyselyTransaction {
  readonly isTransaction: boolean
  readonly executeQuery: (query: never) => Promise<{ readonly rows: ReadonlyArray<unknown> }>
  readonly getExecutor?: () => { readonly provideConnection: (consumer: (connection: unknown) => Promise<unknown>) => Promise<unknown> }
  readonly withoutPlugins: () => Pick<KyselyTransaction, "executeQuery">
}

/**
 * The connection that handles like `trx.withSchema(…)` have in common, or the handle where Kysely doesn't tell: that is no part of what it
 * promises.
 */
const connectionOf = async (trx: KyselyTransaction): Promise<object> => {
  const found = await Promise.resolve(trx.getExecutor?.().provideConnection((connection) => Promise.resolve(connection))).catch(() => undefined)
  return typeof found === "object" && found !== null ? found : trx
}

/** A query as Kysely's `CompiledQuery.raw` makes it. */
const rawQuery = (sql: string, parameters: ReadonlyArray<unknown>) => ({
  sql,
  parameters,
  query: { kind: "RawNode", sqlFragments: [sql], parameters: [] },
  queryId: { queryId: "telemark" }
})

/** A transaction of Kysely, on Postgres or SQLite. Throws `TransactionUnusable` for a `Kysely` that is none. */
export const kysely = (trx: KyselyTransaction): WrappedTransaction => {
  if (!trx.isTransaction) throw new TransactionUnusable({ reason: "not_open" })
  // Plugins would rename columns.
  const bare = trx.withoutPlugins()
  return wrapped({
    dialect: undefined,
    connection: connectionOf(trx),
    isSynchronous: false,
    isOpen: () => undefined,
    refusesOnceEnded: true,
    execute: async (statement, parameters) => rowsFrom((await bare.executeQuery(rawQuery(statement, parameters) as never)).rows)
  })
}
