import { Context, Effect, Layer } from "effect"

/**
 * Port: tells workers that mail is waiting, so that they needn't wait for their next look at the queue.
 * Only a hint: a lost signal costs at most one polling interval.
 */
export class WakeUp extends Context.Tag("@telemark/core/WakeUp")<WakeUp, {
  /** Mail is waiting. */
  readonly signal: Effect.Effect<void>
  /** Returns at the next signal, or at once if one came since the last return. */
  readonly await: Effect.Effect<void>
}>() {
  /** Wakes the worker of the same process. */
  static readonly layerInProcess = Layer.effect(
    WakeUp,
    Effect.map(Effect.makeLatch(false), (latch) => ({
      signal: Effect.asVoid(latch.open),
      await: Effect.zipRight(latch.await, Effect.asVoid(latch.close))
    }))
  )
}
