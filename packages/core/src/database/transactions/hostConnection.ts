import { Effect } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import { type Answer, connectionOver, failed } from "../client/connectionOver.js"
import type { Dialect } from "../dialect/Dialect.js"
import type { Transaction, TransactionRows } from "./Transaction.js"
import { ended } from "./ended.js"

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
