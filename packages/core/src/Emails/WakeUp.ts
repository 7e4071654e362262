import { Context, Effect, Layer } from "effect"
import { CurrentTransaction, whenEnded } from "../Transactions/index.js"

/**
 * Port: tells workers that mail is waiting, so that they needn't wait for their next look at the queue.
 * Only a hint: a lost signal costs at most one polling interval.
 */
export class WakeUp extends Context.Tag("@telemark/core/WakeUp")<WakeUp, {
  /** Mail is waiting, or will be when the host's transaction is committed that the caller is part of. */
  readonly signal: Effect.Effect<void>
  /** Returns at the next signal, or at once if one came since the last return. */
  readonly await: Effect.Effect<void>
}>() {
  /** Wakes the worker of the same process. */
  static readonly layerInProcess = Layer.effect(
    WakeUp,
    Effect.map(Effect.makeLatch(false), (latch) => ({
      signal: Effect.flatMap(CurrentTransaction, (transaction) =>
        transaction === undefined ? Effect.asVoid(latch.open) : whenEnded(transaction, Effect.asVoid(latch.open))),
      await: Effect.zipRight(latch.await, Effect.asVoid(latch.close))
    }))
  )
}
