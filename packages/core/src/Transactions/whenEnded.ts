import { Effect } from "effect"
import type { Transaction } from "./Transaction.js"
import { CurrentTransaction } from "./Transactions.js"

/** Pauses between looks at a transaction, in milliseconds: it ends soon as a rule, and workers look by themselves after a second. */
const pauses = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/** Where it can't be seen whether a transaction has ended, so that a look at each of these costs a look at the queue. */
const blindPauses = [8, 32, 128, 512]

/**
 * Runs a hint soon after the host has ended its transaction, and without the caller's waiting for that; never, if it goes on for more
 * than a second. Nothing tells of the end, so the handle is asked, ever less often.
 */
export const whenEnded = ({ isOpen }: Transaction, hint: Effect.Effect<void>): Effect.Effect<void> => {
  const isBlind = isOpen() === undefined
  const look = Effect.suspend(() => (isBlind || isOpen() === false ? Effect.as(hint, !isBlind) : Effect.succeed(false)))
  const looks = Effect.exists(isBlind ? blindPauses : pauses, (pause) => Effect.delay(look, pause))
  return Effect.asVoid(Effect.forkDaemon(looks))
}

/** Runs a hint at once, or where the caller is part of a transaction of the host's, soon after that has ended. */
export const afterTransaction = (hint: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(CurrentTransaction, (transaction) => transaction === undefined ? hint : whenEnded(transaction, hint))
