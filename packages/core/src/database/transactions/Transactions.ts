import type { StorageError } from "@telemark/contract"
import { Context, Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { failed } from "../client/sqlClient.js"
import { TransactionUnusable } from "./TransactionUnusable.js"

/** A row that a statement returns: its values by column name. */
export type TransactionRow = Readonly<Record<string, unknown>>

/** The rows that a statement returns. */
export type TransactionRows = ReadonlyArray<TransactionRow>

/**
 * A transaction that the host application has begun and will end, and how to run statements in it.
 */
export interface Transaction {
  /** Its database; undefined if only a statement can tell. */
  readonly dialect: "postgres" | "sqlite" | undefined
  /**
   * Identifies the connection: the same object or text, or a promise of it. Sends over one
   * connection run one after the other.
   */
  readonly connection: object | string | PromiseLike<object>
  /** Whether `execute` returns rows instead of a promise. */
  readonly isSynchronous: boolean
  /** Whether the transaction is still open; undefined if only a statement can tell. */
  readonly isOpen: () => boolean | undefined
  /**
   * Whether the handle itself refuses statements after its transaction has ended; otherwise they
   * would run in the next one.
   */
  readonly refusesOnceEnded?: boolean
  /**
   * Runs one statement and returns its rows, if any. Parameters are written `$1` on Postgres and
   * `?` on SQLite; they are text, numbers, null and octets. `answersRows`: whether the statement
   * returns rows, for drivers with a separate call for each kind.
   */
  readonly execute: (
    statement: string,
    parameters: ReadonlyArray<unknown>,
    answersRows: boolean
  ) => TransactionRows | PromiseLike<TransactionRows>
}

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

/**
 * Pauses between checks of a transaction, in milliseconds: it usually ends soon, and workers poll
 * after a second anyway.
 */
const pauses = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/**
 * Pauses if the end can't be detected. The hint then runs after each, which costs a poll of the
 * queue.
 */
const blindPauses = [8, 32, 128, 512]

/**
 * Runs a hint in the background soon after the host has ended its transaction, or never if that
 * takes more than a second. Nothing announces the end, so the handle is checked at growing
 * intervals.
 */
export const whenEnded = (
  { isOpen }: Transaction,
  hint: Effect.Effect<void>
): Effect.Effect<void> => {
  const isBlind = isOpen() === undefined
  const look = Effect.suspend(() =>
    isBlind || isOpen() === false ? Effect.as(hint, !isBlind) : Effect.succeed(false)
  )
  const looks = Effect.findFirst(isBlind ? blindPauses : pauses, (pause) =>
    Effect.delay(look, pause)
  )
  return Effect.asVoid(Effect.forkDetach(looks))
}

/**
 * Runs a hint at once, or soon after the end of the host's transaction if the caller is part of
 * one.
 */
export const afterTransaction = (hint: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(CurrentTransaction, (transaction) =>
    transaction === undefined ? hint : whenEnded(transaction, hint)
  )

/** Fails like a statement whose transaction has ended. */
export const ended: Effect.Effect<never, SqlError> = Effect.suspend(() =>
  Effect.fail(failed(new TransactionUnusable({ reason: "not_open" })))
)
