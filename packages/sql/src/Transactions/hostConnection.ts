import type { Transaction, TransactionRows } from "@telemark/core"
import type { Connection } from "@effect/sql/SqlConnection"
import { Effect } from "effect"
import { type Answer, connectionOver, failed } from "../Client/index.js"
import type { Dialect } from "../Dialect/index.js"
import { ended } from "./ended.js"

const isPromise = (rows: TransactionRows | PromiseLike<TransactionRows>): rows is PromiseLike<TransactionRows> => "then" in rows

/**
 * Not to be interrupted: the statement goes on all the same, and what follows on the connection must come behind it. Nothing is run any
 * more once the transaction is seen to have ended: it would commit by itself, or belong to the next one.
 */
const answerOf = ({ execute, isOpen }: Transaction, dialect: Dialect["name"]): Answer => {
  // On Postgres the driver knows as much as the last answer said, and the host's BEGIN may still be on its way before our first statement.
  let isSeen = dialect === "sqlite"
  return (statement, parameters, hasRows) =>
    Effect.uninterruptible(Effect.suspend(() => isSeen && isOpen() === false ? ended : Effect.flatMap(
      Effect.try({ try: () => execute(statement, parameters, hasRows), catch: failed }),
      (rows) => {
        isSeen = true
        return isPromise(rows) ? Effect.tryPromise({ try: () => rows, catch: failed }) : Effect.succeed(rows)
      }
    )))
}

/** The host's transaction as a connection of `@effect/sql`. */
export const hostConnection = (transaction: Transaction, dialect: Dialect["name"]): Connection =>
  connectionOver(answerOf(transaction, dialect), dialect)
