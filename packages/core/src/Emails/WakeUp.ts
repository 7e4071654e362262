import { Context, Effect, Layer } from "effect"
import { makeSignal } from "../Signals/index.js"
import { afterTransaction } from "../Transactions/index.js"

/**
 * Port: tells workers that mail is waiting, so that they needn't wait for their next look at the queue.
 * Only a hint: a lost signal costs at most one polling interval.
 */
export class WakeUp extends Context.Tag("@telemark/core/WakeUp")<WakeUp, {
  /** Mail is waiting, or will be when the host's transaction is committed that the caller is part of. */
  readonly signal: Effect.Effect<void>
  /**
   * A way to wait for it of one's own: it returns at the next signal, or at once if one came since it last returned or was made. Each
   * worker listens for itself, so that none uses up another's signal.
   */
  readonly listen: Effect.Effect<Effect.Effect<void>>
}>() {
  /** Wakes the workers of the same process. */
  static readonly layerInProcess = Layer.sync(WakeUp, () => {
    const { announce, listen } = makeSignal()
    return { signal: afterTransaction(Effect.sync(announce)), listen }
  })
}
