import { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import type { Dialect } from "../dialect/Dialect.js"
import { codesOf, toStorageError } from "../storageError.js"
import { type TransactionProblem, TransactionUnusable } from "./TransactionUnusable.js"
import type { Transaction } from "./Transactions.js"
import { takeMark } from "./guard.js"
import { type Identity, isSameStorage, type Known, selectIdentity } from "./identity.js"

/**
 * Changes nothing, but takes SQLite's write lock. A transaction that has only read so far would
 * fail at its first write, at once, if another connection wrote meanwhile. One that has done
 * nothing yet waits for the lock here, for as long as its connection does.
 */
const takeWriteLock = (table: string): string => `DELETE FROM ${table} WHERE id < 0`

/**
 * On Postgres, when the transaction began: no two transactions of one connection have the same
 * value.
 */
const begun = "transaction_timestamp()::text AS begun"

type Found = Identity & { readonly mark: string | null; readonly begun: string }

/**
 * When the transaction on a Postgres connection began. Fails if one of its sends must be awaited
 * first.
 */
export const whenBegun = (
  connection: Connection
): Effect.Effect<string, TransactionUnusable | StorageError> =>
  Effect.mapBoth(connection.execute(`SELECT ${begun}`, [], undefined), {
    onSuccess: ([found]: ReadonlyArray<Pick<Found, "begun">>) => found?.begun ?? "",
    onFailure: (error) =>
      codesOf(error).includes("25P02")
        ? new TransactionUnusable({ reason: "busy", cause: error.cause })
        : whyNotBegun(error)
  })

/**
 * Fails unless the transaction is on the known storage; on Postgres, marks the transaction. Checked
 * each time, since a pool's connections may look for tables elsewhere by the time they are used
 * again. `since` is when the transaction began, if known.
 */
export const checkStorage = (
  connection: Connection,
  dialect: Dialect,
  { identity, selection, table }: Known,
  mark: string,
  since: string | undefined
): Effect.Effect<void, SqlError | TransactionUnusable> =>
  Effect.gen(function* () {
    if (dialect.name === "sqlite") yield* connection.executeRaw(takeWriteLock(table), [])
    const asked =
      dialect.name === "sqlite"
        ? connection.execute(selectIdentity(selection, table), [], undefined)
        : connection.execute(
            selectIdentity(`${selection}, ${takeMark} AS mark, ${begun}`, table),
            [mark],
            undefined
          )
    const found = yield* Effect.map(asked, (rows: ReadonlyArray<Found>) => rows[0])
    if (since !== undefined && found?.begun !== since)
      return yield* new TransactionUnusable({ reason: "not_open" })
    if (!isSameStorage(identity, found))
      return yield* new TransactionUnusable({ reason: "other_database" })
    if (found?.mark === null) return yield* new TransactionUnusable({ reason: "busy" })
  })

/**
 * By SQLSTATE of SAVEPOINT: there is no transaction; it takes no more statements. And by Prisma's
 * code of a transaction that has ended.
 */
const beginnings: Readonly<Record<string, TransactionProblem>> = {
  "25P01": "not_open",
  "25P02": "aborted",
  P2028: "not_open"
}

const refusalIn = (error: unknown): TransactionUnusable | undefined => {
  if (error instanceof TransactionUnusable) return error
  return typeof error === "object" && error !== null && "cause" in error
    ? refusalIn(error.cause)
    : undefined
}

export const whyNotBegun = (error: SqlError): TransactionUnusable | StorageError => {
  const reason = codesOf(error)
    .map((code) => beginnings[code])
    .find((found) => found !== undefined)
  return reason === undefined
    ? (refusalIn(error) ?? toStorageError(error))
    : new TransactionUnusable({ reason, cause: error.cause })
}

/** The refusal behind a storage error, if there is one; everything else as it is. */
export const asRefusal = <E>(error: E): E | TransactionUnusable =>
  error instanceof StorageError ? (refusalIn(error) ?? error) : error

/** True on Postgres only, which reads the text as a number, since it has no type yet. */
const comparison = "SELECT 5 = '5' AS same"

const isOnPostgres = ({ execute }: Transaction): Effect.Effect<boolean, unknown> =>
  Effect.map(
    Effect.tryPromise(async () => await execute(comparison, [], true)),
    ([row]) => row?.["same"] === true
  )

/**
 * Why the storage was not found in a transaction, after what failed with `error` was rolled back.
 */
export const whyNotFound = (
  transaction: Transaction,
  connection: Connection,
  dialect: Dialect,
  error: SqlError
): Effect.Effect<never, TransactionUnusable | StorageError> =>
  Effect.gen(function* () {
    const refuse = (reason: TransactionProblem) =>
      new TransactionUnusable({ reason, cause: error.cause })
    if (
      transaction.dialect === undefined &&
      (yield* isOnPostgres(transaction)) !== (dialect.name === "postgres")
    )
      return yield* refuse("other_dialect")
    // A user who may not use the schema may not look for its tables either.
    if (codesOf(error).includes("42501")) return yield* refuse("no_tables")
    const found = yield* connection.execute(dialect.findTable("telemark_migrations"), [], undefined)
    return yield* found.length === 0 ? refuse("no_tables") : toStorageError(error)
  }).pipe(
    Effect.mapError((problem) =>
      problem instanceof TransactionUnusable ? problem : toStorageError(error)
    )
  )
