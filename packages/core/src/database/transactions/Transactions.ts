import type { StorageError } from "@telemark/contract"
import { Context, Effect } from "effect"
import type { Transaction } from "./Transaction.js"
import { TransactionUnusable } from "./TransactionUnusable.js"

/** The host's transaction of the current effect; undefined outside of one. */
export const CurrentTransaction = Context.Reference("@telemark/core/CurrentTransaction", {
  defaultValue: (): Transaction | undefined => undefined
})

/** How an effect joins a transaction. */
export interface JoinOptions {
  /**
   * Whether it waits for other users of the transaction's connection instead of failing; true by
   * default.
   */
  readonly isWaiting?: boolean
}

/**
 * Port: transactions of the host application. The default, for storage that doesn't support them,
 * refuses them.
 */
export const Transactions = Context.Reference("@telemark/core/Transactions", {
  defaultValue: () => ({
    /**
     * Runs an effect whose storage access uses the transaction's connection. If it fails, its
     * writes are rolled back and the transaction remains usable; otherwise the host decides with
     * its commit or rollback. A failed write fails the effect, unless it ran in `separately`.
     */
    join: <A, E, R>(
      _transaction: Transaction,
      _effect: Effect.Effect<A, E, R>,
      _options?: JoinOptions
    ): Effect.Effect<A, E | TransactionUnusable | StorageError, R> =>
      new TransactionUnusable({ reason: "not_supported" }),
    /**
     * Inside a transaction, a failure of the effect rolls back only its own writes and the
     * transaction remains usable. Elsewhere no change.
     */
    separately: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageError, R> =>
      effect,
    /**
     * Whether the caller is inside its own transaction, whose statements run one after the other.
     */
    isInside: Effect.succeed<boolean>(false)
  })
})

/** Runs an effect in a transaction with the storage's `join`. */
export const inTransaction = <A, E, R>(
  transaction: Transaction,
  effect: Effect.Effect<A, E, R>,
  options?: JoinOptions
): Effect.Effect<A, E | TransactionUnusable | StorageError, R> =>
  Effect.flatMap(Transactions, ({ join }) => join(transaction, effect, options))
