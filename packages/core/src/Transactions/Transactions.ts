import type { StorageError } from "@telemark/contract"
import { Context, Effect } from "effect"
import type { Transaction } from "./Transaction.js"
import { TransactionUnusable } from "./TransactionUnusable.js"

/** The host's transaction that the caller's effect is part of; undefined outside of one. */
export class CurrentTransaction extends Context.Reference<CurrentTransaction>()("@telemark/core/CurrentTransaction", {
  defaultValue: (): Transaction | undefined => undefined
}) {}

/** How an effect becomes part of a transaction. */
export interface JoinOptions {
  /** Whether it waits for others that use the transaction's connection, or is refused; it waits by default. */
  readonly isWaiting?: boolean
}

/** Port: transactions of the host application. Storage that knows nothing of them refuses them. */
export class Transactions extends Context.Reference<Transactions>()("@telemark/core/Transactions", {
  defaultValue: () => ({
    /**
     * Runs an effect so that all that it reads and writes in storage goes over the transaction's own connection. What it wrote is
     * undone where it fails, and the transaction can be used on; otherwise the host decides, when it ends the transaction. A write that
     * fails is a failure of the effect, unless it was made `separately`.
     */
    join: <A, E, R>(
      _transaction: Transaction,
      _effect: Effect.Effect<A, E, R>,
      _options?: JoinOptions
    ): Effect.Effect<A, E | TransactionUnusable | StorageError, R> =>
      new TransactionUnusable({ reason: "not_supported" }),
    /**
     * Runs an effect so that, if it fails, what it did is undone by itself where the caller stands in a transaction: then others may go
     * on in that. Elsewhere it is the effect as it is.
     */
    separately: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageError, R> => effect,
    /** Whether the caller stands in a transaction of its own: then its statements come one after the other. */
    isInside: Effect.succeed<boolean>(false)
  })
}) {}

/** Runs an effect in that transaction, as the storage's `join` does. */
export const inTransaction = <A, E, R>(
  transaction: Transaction,
  effect: Effect.Effect<A, E, R>,
  options?: JoinOptions
): Effect.Effect<A, E | TransactionUnusable | StorageError, R> => Effect.flatMap(Transactions, ({ join }) => join(transaction, effect, options))
