import {
  inTransaction, type SendOptions, type SendResult, type StorageError, type Transaction, type TransactionProblem, type TransactionRows, TransactionUnusable
} from "@telemark/core"
import { Effect, Either } from "effect"

const brand: unique symbol = Symbol.for("telemark/Transaction") as never

/** A transaction of the host application, as `drizzle(tx)`, `kysely(trx)` and `prisma(tx)` make it. */
export interface WrappedTransaction {
  readonly [brand]: Transaction
}

/** A `Client` or `PoolClient` of `pg` between BEGIN and COMMIT, or one that answers alike. */
export interface PostgresClient {
  readonly query: (text: string, values: Array<unknown>) => Promise<{ readonly rows: ReadonlyArray<unknown> }>
  /** The server's word with the last answer: `I` outside of a transaction. Recent versions of pg have it. */
  readonly getTransactionStatus?: () => string | null
}

/** A `Database` of better-sqlite3 between BEGIN and COMMIT, or in a function that it runs as a transaction. */
export interface SqliteDatabase {
  readonly inTransaction: boolean
  readonly prepare: (source: string) => {
    readonly all: (...parameters: ReadonlyArray<never>) => ReadonlyArray<unknown>
    readonly run: (...parameters: ReadonlyArray<never>) => unknown
  }
}

/** What the host may give as its open transaction. */
export type HostTransaction = PostgresClient | SqliteDatabase | WrappedTransaction

/** The option of sends that makes them part of a transaction. */
export interface InTransaction {
  /**
   * The host's own open transaction on the database that the storage names: all goes over its connection. Rolled back, nothing was
   * sent; committed, it is owed. Await the call before the next statement, and commit soon after it.
   */
  readonly transaction?: HostTransaction | undefined
}

/** How a send is made: with which key, and in which transaction. */
export type SendInOptions = SendOptions & InTransaction

/** A send for which all that takes time is done: what it says is checked, its template is rendered. */
export interface PreparedEmail {
  /**
   * Sends it in a transaction of better-sqlite3, at once and without a promise, as its transaction functions need it; once. Throws what
   * `emails.send` rejects with.
   */
  readonly send: (transaction: SqliteDatabase | WrappedTransaction) => SendResult
}

/** The rows that a driver answered. */
export const rowsFrom = (answer: unknown): TransactionRows => answer as TransactionRows

/** The client's rows; an object of another library, whose `query` answers otherwise, is refused. */
const rowsOfResult = (result: unknown): TransactionRows => {
  const rows: unknown = typeof result === "object" && result !== null ? Reflect.get(result, "rows") : undefined
  if (Array.isArray(rows)) return rowsFrom(rows)
  throw new TransactionUnusable({ reason: "unknown" })
}

/** Whether a client of pg is in a transaction, as far as it knows: a statement that it has still to send may end that. */
export const isOpenOn = (client: unknown): boolean | undefined => {
  const ask: unknown = typeof client === "object" && client !== null ? Reflect.get(client, "getTransactionStatus") : undefined
  const status: unknown = typeof ask === "function" ? Reflect.apply(ask, client, []) : undefined
  return typeof status === "string" ? status !== "I" : undefined
}

/** What sends take as a transaction. */
export const wrapped = (transaction: Transaction): WrappedTransaction => ({ [brand]: transaction })

const ofPostgres = (client: PostgresClient): Transaction => ({
  dialect: "postgres",
  connection: client,
  isSynchronous: false,
  isOpen: () => isOpenOn(client),
  execute: async (statement, parameters) => rowsOfResult(await client.query(statement, [...parameters]))
})

const ofSqlite = (database: SqliteDatabase): Transaction => ({
  dialect: "sqlite",
  connection: database,
  isSynchronous: true,
  isOpen: () => database.inTransaction,
  execute: (statement, parameters, answersRows) => {
    const prepared = database.prepare(statement)
    // What a driver's types let through differs; it takes texts, numbers, null and octets.
    const values = parameters as ReadonlyArray<never>
    if (answersRows) return rowsFrom(prepared.all(...values))
    prepared.run(...values)
    return []
  }
})

const isFunction = (handle: object, name: string): boolean => typeof Reflect.get(handle, name) === "function"

const isWrapped = (handle: object): handle is WrappedTransaction => brand in handle
const isSqlite = (handle: object): handle is SqliteDatabase => isFunction(handle, "prepare") && "inTransaction" in handle
const isPostgres = (handle: object): handle is PostgresClient => isFunction(handle, "query")

/** Handles of Drizzle, Kysely and Prisma; those of Drizzle have a `query` as well, and it is no function. */
const needsWrapping = (handle: object): boolean =>
  isFunction(handle, "$queryRawUnsafe") || isFunction(handle, "executeQuery") || (isFunction(handle, "rollback") && isFunction(handle, "select"))

const isPool = (handle: object): boolean => isFunction(handle, "connect") && "totalCount" in handle

const refusal = (reason: TransactionProblem) => Either.left(new TransactionUnusable({ reason }))

/** The transaction that a host gave. */
export const transactionOf = (handle: HostTransaction): Either.Either<Transaction, TransactionUnusable> => {
  // Hosts without types may give anything.
  const given: unknown = handle
  if (typeof given !== "object" || given === null) return refusal("unknown")
  if (isWrapped(given)) return Either.right(given[brand])
  if (needsWrapping(given)) return refusal("unwrapped")
  if (isPool(given)) return refusal("pool")
  if (isSqlite(given)) return Either.right(ofSqlite(given))
  return isPostgres(given) ? Either.right(ofPostgres(given)) : refusal("unknown")
}

/** Fails for one of Drizzle over better-sqlite3, which ends when its function returns: before anything that is awaited. */
const lasting = (handle: HostTransaction): Either.Either<Transaction, TransactionUnusable> =>
  Either.flatMap(transactionOf(handle), (transaction) =>
    transaction.isSynchronous && isWrapped(handle) ? refusal("synchronous") : Either.right(transaction))

/** Runs an effect in the transaction that a host gave, or by itself where it gave none. */
export const inHostTransaction = <A, E, R>(
  handle: HostTransaction | undefined,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | TransactionUnusable | StorageError, R> =>
  handle === undefined ? effect : Effect.flatMap(lasting(handle), (transaction) => inTransaction(transaction, effect))

/** Likewise, and without waiting for anything: fails where that would be needed. */
export const inHostTransactionNow = <A, E, R>(
  handle: HostTransaction,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | TransactionUnusable | StorageError, R> =>
  Effect.flatMap(transactionOf(handle), (transaction) =>
    transaction.isSynchronous
      ? inTransaction(transaction, effect, { isWaiting: false })
      : Effect.fail(new TransactionUnusable({ reason: "asynchronous" })))
