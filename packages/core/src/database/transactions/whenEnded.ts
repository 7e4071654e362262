import { Effect } from "effect"
import type { Transaction } from "./Transaction.js"
import { CurrentTransaction } from "./Transactions.js"

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
