import type { StorageError } from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import { Database } from "../Database.js"
import { type Answer, connectionOver, failed } from "../client/sqlClient.js"
import type { Dialect } from "../dialect/Dialect.js"
import { inSavepoint } from "../savepoint.js"
import { stored } from "../storageError.js"
import { TransactionUnusable } from "./TransactionUnusable.js"
import {
  CurrentTransaction,
  ended,
  type JoinOptions,
  type Transaction,
  type TransactionRows,
  Transactions
} from "./Transactions.js"
import { asRefusal, checkStorage, whenBegun, whyNotBegun, whyNotFound } from "./checkStorage.js"
import { type QueuePosition, waitInQueue } from "./connectionQueues.js"
import { guardOf } from "./guard.js"
import { knownBy } from "./identity.js"

const isPromise = (
  rows: TransactionRows | PromiseLike<TransactionRows>
): rows is PromiseLike<TransactionRows> => "then" in rows

/**
 * Not interruptible: the statement goes on regardless, and what follows on the connection must come
 * after it. Once the transaction is seen to have ended, nothing more is run: it would commit by
 * itself, or be part of the next transaction.
 */
const answerOf = ({ execute, isOpen }: Transaction, dialect: Dialect["name"]): Answer => {
  // A Postgres driver only knows what the last answer said, and the host's BEGIN may still be under
  // way before our first statement.
  let isSeen = dialect === "sqlite"
  return (statement, parameters, hasRows) =>
    Effect.uninterruptible(
      Effect.suspend(() =>
        isSeen && isOpen() === false
          ? ended
          : Effect.flatMap(
              Effect.try({ try: () => execute(statement, parameters, hasRows), catch: failed }),
              (rows) => {
                isSeen = true
                return isPromise(rows)
                  ? Effect.tryPromise({ try: () => rows, catch: failed })
                  : Effect.succeed(rows)
              }
            )
      )
    )
}

export const hostConnection = (transaction: Transaction, dialect: Dialect["name"]): Connection =>
  connectionOver(answerOf(transaction, dialect), dialect)

type OwnDialect = (typeof Database.Service)["dialect"]["name"]

/**
 * What can be known of a transaction before a statement uses it. What a Postgres driver knows may
 * be out of date.
 */
const refusalOf = (
  { dialect, isOpen }: Transaction,
  own: OwnDialect,
  position: QueuePosition
): TransactionUnusable | undefined => {
  if (dialect !== undefined && dialect !== own)
    return new TransactionUnusable({ reason: "other_dialect" })
  if (own === "postgres") return undefined
  if (isOpen() === false) position.end()
  return position.isOver() ? new TransactionUnusable({ reason: "not_open" }) : undefined
}

const connectionOf = ({ connection }: Transaction): Effect.Effect<object | string> =>
  typeof connection === "object" && "then" in connection
    ? Effect.promise(async () => await connection)
    : Effect.succeed(connection)

class StorageNotFound {
  constructor(readonly error: SqlError) {}
}

/**
 * Makes `join` for a storage: all stores use the connection of the transaction in the context of
 * their fiber.
 */
export const makeJoin = Effect.gen(function* () {
  const { dialect, inTransaction, names, separately, sql } = yield* Database
  // Read now, since a send on the host's connection must not need one of storage's own.
  const known = yield* stored(knownBy(sql.reserve, dialect, names))

  type Join = (typeof Transactions.Service)["join"]

  const enter = <A, E, R>(
    transaction: Transaction,
    effect: Effect.Effect<A, E, R>,
    position: QueuePosition,
    { isWaiting = true }: JoinOptions
  ): Effect.Effect<A, E | TransactionUnusable | StorageError, R> => {
    const own = hostConnection(transaction, dialect.name)
    // Checked when its turn has come: the host may have ended the transaction meanwhile, and on
    // SQLite a savepoint would begin another.
    const joining = (since: string | undefined) =>
      Effect.suspend(() => {
        const refusal = refusalOf(transaction, dialect.name, position)
        if (refusal !== undefined) return Effect.fail(refusal)
        const mark = randomUUID()
        const { connection, guard } = guardOf(own, dialect.name, mark, position.end)
        const found = Effect.catchTag(
          checkStorage(connection, dialect, known, mark, since),
          "SqlError",
          (error) => Effect.fail(new StorageNotFound(error))
        )
        const joined = Effect.updateContext(effect, (context: Context.Context<R>) =>
          context.pipe(
            Context.add(sql.transactionService, [connection, 0]),
            Context.add(CurrentTransaction, transaction)
          )
        )
        return Effect.catchIf(
          inSavepoint({ connection, whyNot: whyNotBegun, guard }, Effect.andThen(found, joined)),
          (error) => error instanceof StorageNotFound,
          ({ error }) =>
            inSavepoint(
              { connection, whyNot: whyNotBegun },
              whyNotFound(transaction, connection, dialect, error)
            )
        )
      })
    // A caller that waits asks at once which transaction it was called in: at its turn, the
    // connection may be in another.
    const isAsking =
      dialect.name === "postgres" &&
      isWaiting &&
      position.isBehind &&
      transaction.dialect !== "sqlite" &&
      transaction.refusesOnceEnded !== true
    const since = isAsking ? whenBegun(own) : Effect.succeed(undefined)
    // On Postgres callers of the same moment ask before the first of them begins.
    const asked = dialect.name === "postgres" ? Effect.yieldNow : Effect.void
    return Effect.flatMap(since, (begun) =>
      Effect.mapError(position.take(isWaiting, Effect.andThen(asked, joining(begun))), asRefusal)
    )
  }

  const join: Join = (transaction, effect, options = {}) =>
    Effect.gen(function* () {
      const connection = yield* connectionOf(transaction)
      const around = yield* CurrentTransaction
      if (around === undefined || (yield* connectionOf(around)) !== connection)
        return yield* waitInQueue(connection, (position) =>
          enter(transaction, effect, position, options)
        )
      // This caller has the connection's turn already. With another storage, it would wait for
      // itself.
      return yield* (yield* inTransaction)
        ? separately(effect)
        : new TransactionUnusable({ reason: "busy" })
    })
  return join
})

export const layerTransactions = Layer.effect(
  Transactions,
  Effect.gen(function* () {
    const { inTransaction, separately } = yield* Database
    return { join: yield* makeJoin, separately, isInside: inTransaction }
  })
)
