import { Context, Effect, Layer } from "effect"

/**
 * Port: tells of new events, so that whoever waits for them needn't wait for the next look. Only a hint: those of other
 * processes may go unnoticed until then.
 */
export class NewEvents extends Context.Tag("@telemark/core/NewEvents")<NewEvents, {
  /** There are new events. */
  readonly signal: Effect.Effect<void>
  /** A way to wait for them of one's own: it returns at the next signal, or at once if one came since it last returned or was made. */
  readonly listen: Effect.Effect<Effect.Effect<void>>
}>() {
  /** Tells those of the same process. */
  static readonly layerInProcess = Layer.effect(
    NewEvents,
    Effect.map(Effect.makeLatch(false), (latch) => {
      let signals = 0
      return {
        signal: Effect.suspend(() => {
          signals++
          return Effect.asVoid(latch.release)
        }),
        listen: Effect.sync(() => {
          let seen = signals
          const wait: Effect.Effect<void> = Effect.suspend(() => {
            if (seen === signals) return Effect.zipRight(latch.await, Effect.sync(() => { seen = signals }))
            seen = signals
            return Effect.void
          })
          return wait
        })
      }
    })
  )
}
