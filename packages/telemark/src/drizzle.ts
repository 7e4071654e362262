import { TransactionUnusable } from "@telemark/core"
import { isOpenOn, memberOf, rowsFrom, wrapped, type WrappedTransaction } from "./transaction.js"

/** `tx` of `db.transaction((tx) => …)` on Postgres. */
interface OnPostgres {
  readonly rollback: () => never
  readonly execute: (query: never) => PromiseLike<unknown>
}

interface OnSqlite {
  readonly rollback: () => never
  readonly all: (query: never) => unknown
  readonly run: (query: never) => unknown
}

export type DrizzleTransaction = OnPostgres | OnSqlite

/** What Drizzle accepts as its `SQL`: it asks the object for text and parameters. */
const sqlOf = (sql: string, params: ReadonlyArray<unknown>): never => {
  const query = {
    getSQL: () => query,
    toQuery: () => ({ sql, params: [...params] }),
    shouldInlineParams: false
  }
  return query as never
}

const clientOf = (tx: DrizzleTransaction): unknown => memberOf(tx, "session", "client")

/** The handle of postgres.js is a function. */
const isHandle = (client: unknown): client is object =>
  (typeof client === "object" && client !== null) || typeof client === "function"

const onSqlite = (tx: OnSqlite): WrappedTransaction => {
  const client = clientOf(tx)
  const isOpen = (): boolean | undefined => {
    const inTransaction = memberOf(client, "inTransaction")
    return typeof inTransaction === "boolean" ? inTransaction : undefined
  }
  const isSynchronous = memberOf(tx, "resultKind") === "sync"
  return wrapped({
    dialect: "sqlite",
    connection: isHandle(client) ? client : tx,
    isSynchronous,
    isOpen,
    execute: (statement, parameters, answersRows) => {
      const answer = answersRows
        ? tx.all(sqlOf(statement, parameters))
        : tx.run(sqlOf(statement, parameters))
      if (isSynchronous) return answersRows ? rowsFrom(answer) : []
      return Promise.resolve(answer).then((rows) => (answersRows ? rowsFrom(rows) : []))
    }
  })
}

const onPostgres = (tx: OnPostgres): WrappedTransaction => {
  const client = clientOf(tx)
  return wrapped({
    // It may also be MySQL.
    dialect: undefined,
    connection: isHandle(client) ? client : tx,
    isOpen: () => isOpenOn(client),
    execute: async (statement, parameters) => {
      const answer = await tx.execute(sqlOf(statement, parameters))
      return rowsFrom(Array.isArray(answer) ? answer : memberOf(answer, "rows"))
    }
  })
}

/**
 * Wraps a transaction of Drizzle on Postgres or SQLite; throws `TransactionUnusable` if it is none.
 */
export const drizzle = (tx: DrizzleTransaction): WrappedTransaction => {
  if (typeof memberOf(tx, "rollback") !== "function")
    throw new TransactionUnusable({ reason: "not_open" })
  return "execute" in tx ? onPostgres(tx) : onSqlite(tx)
}
