import {
  inTransaction,
  type SendOptions,
  type SendResult,
  type StorageError,
  type Transaction,
  type TransactionProblem,
  type TransactionRows,
  TransactionUnusable
} from "@telemark/core"
import { Effect, Result } from "effect"

const brand: unique symbol = Symbol.for("telemark/Transaction") as never

/** Wrapped by `drizzle(tx)`, `kysely(trx)` or `prisma(tx)`. */
export interface WrappedTransaction {
  readonly [brand]: Transaction
}

/** A `Client` or `PoolClient` of `pg` between BEGIN and COMMIT, or a compatible one. */
export interface PostgresClient {
  readonly query: (
    text: string,
    values: Array<unknown>
  ) => Promise<{ readonly rows: ReadonlyArray<unknown> }>
  /** As of the last answer; `I` outside of a transaction. Only recent versions of pg have it. */
  readonly getTransactionStatus?: () => string | null
}

/**
 * A `Database` of better-sqlite3 between BEGIN and COMMIT, or in a function that it runs as a
 * transaction.
 */
export interface SqliteDatabase {
  readonly inTransaction: boolean
  readonly prepare: (source: string) => {
    readonly all: (...parameters: ReadonlyArray<never>) => ReadonlyArray<unknown>
    readonly run: (...parameters: ReadonlyArray<never>) => unknown
  }
}

/** A `DatabaseSync` of `node:sqlite` between BEGIN and COMMIT. */
export interface NodeSqliteDatabase extends Pick<SqliteDatabase, "prepare"> {
  readonly isTransaction: boolean
}

export type HostTransaction =
  | PostgresClient
  | SqliteDatabase
  | NodeSqliteDatabase
  | WrappedTransaction

export interface InTransaction {
  /**
   * Your open transaction on the storage's database. If you roll it back, nothing is sent. Await
   * the call before your next statement, and commit soon after.
   */
  readonly transaction?: HostTransaction | undefined
}

export type SendInOptions = SendOptions & InTransaction

export interface PreparedEmail {
  /**
   * Sends it once, synchronously, as transaction functions of better-sqlite3 require. Throws what
   * `emails.send` rejects with.
   */
  readonly send: (
    transaction: SqliteDatabase | NodeSqliteDatabase | WrappedTransaction
  ) => SendResult
}

/** Undefined if a member is missing. */
export const memberOf = (value: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce(
    (found, name) =>
      typeof found === "object" && found !== null ? Reflect.get(found, name) : undefined,
    value
  )

export const rowsFrom = (answer: unknown): TransactionRows => answer as TransactionRows

/** Refuses objects of other libraries, whose `query` returns something else. */
const rowsOfResult = (result: unknown): TransactionRows => {
  const rows = memberOf(result, "rows")
  if (Array.isArray(rows)) return rowsFrom(rows)
  throw new TransactionUnusable({ reason: "unknown" })
}

/** As of pg's last answer: a statement not sent yet may end it. Undefined if it doesn't say. */
export const isOpenOn = (client: unknown): boolean | undefined => {
  const ask = memberOf(client, "getTransactionStatus")
  const status: unknown = typeof ask === "function" ? Reflect.apply(ask, client, []) : undefined
  return typeof status === "string" ? status !== "I" : undefined
}

/** By default of a library that says neither which database it uses nor whether it is open. */
export const wrapped = (
  given: Partial<Transaction> & Pick<Transaction, "connection" | "execute">
): WrappedTransaction => ({
  [brand]: { dialect: undefined, isSynchronous: false, isOpen: () => undefined, ...given }
})

const ofPostgres = (client: PostgresClient): Transaction => ({
  dialect: "postgres",
  connection: client,
  isSynchronous: false,
  isOpen: () => isOpenOn(client),
  execute: async (statement, parameters) =>
    rowsOfResult(await client.query(statement, [...parameters]))
})

const ofSqlite = (database: SqliteDatabase | NodeSqliteDatabase): Transaction => ({
  dialect: "sqlite",
  connection: database,
  isSynchronous: true,
  isOpen: () => ("inTransaction" in database ? database.inTransaction : database.isTransaction),
  execute: (statement, parameters, answersRows) => {
    const prepared = database.prepare(statement)
    // Texts, numbers, null and octets, which drivers type differently.
    const values = parameters as ReadonlyArray<never>
    if (answersRows) return rowsFrom(prepared.all(...values))
    prepared.run(...values)
    return []
  }
})

const isFunction = (handle: object, name: string): boolean =>
  typeof Reflect.get(handle, name) === "function"

const isWrapped = (handle: object): handle is WrappedTransaction => brand in handle
const isSqlite = (handle: object): handle is SqliteDatabase | NodeSqliteDatabase =>
  isFunction(handle, "prepare") && ("inTransaction" in handle || "isTransaction" in handle)
const isPostgres = (handle: object): handle is PostgresClient => isFunction(handle, "query")

/** A bare handle of Drizzle, Kysely or Prisma. Drizzle's `query` isn't a function. */
const needsWrapping = (handle: object): boolean =>
  isFunction(handle, "$queryRawUnsafe") ||
  isFunction(handle, "executeQuery") ||
  (isFunction(handle, "rollback") && isFunction(handle, "select"))

const isPool = (handle: object): boolean => isFunction(handle, "connect") && "totalCount" in handle

const refusal = (reason: TransactionProblem) => Result.fail(new TransactionUnusable({ reason }))

const transactionOf = (
  handle: HostTransaction
): Result.Result<Transaction, TransactionUnusable> => {
  // JavaScript callers may pass anything.
  const given: unknown = handle
  if (typeof given !== "object" || given === null) return refusal("unknown")
  if (isWrapped(given)) return Result.succeed(given[brand])
  if (needsWrapping(given)) return refusal("unwrapped")
  if (isPool(given)) return refusal("pool")
  if (isSqlite(given)) return Result.succeed(ofSqlite(given))
  return isPostgres(given) ? Result.succeed(ofPostgres(given)) : refusal("unknown")
}

/** Refuses Drizzle over better-sqlite3, whose transaction ends before anything awaited. */
const lasting = (handle: HostTransaction): Result.Result<Transaction, TransactionUnusable> =>
  Result.flatMap(transactionOf(handle), (transaction) =>
    transaction.isSynchronous && isWrapped(handle)
      ? refusal("synchronous")
      : Result.succeed(transaction)
  )

export const inHostTransaction = <A, E, R>(
  handle: HostTransaction | undefined,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | TransactionUnusable | StorageError, R> =>
  handle === undefined
    ? effect
    : Effect.flatMap(Effect.fromResult(lasting(handle)), (transaction) =>
        inTransaction(transaction, effect)
      )

/** Fails if the transaction is asynchronous. */
export const inHostTransactionNow = <A, E, R>(
  handle: HostTransaction,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | TransactionUnusable | StorageError, R> =>
  Effect.flatMap(Effect.fromResult(transactionOf(handle)), (transaction) =>
    transaction.isSynchronous
      ? inTransaction(transaction, effect, { isWaiting: false })
      : Effect.fail(new TransactionUnusable({ reason: "asynchronous" }))
  )
