import { Context, Effect, Layer } from "effect"
import { makeSignal } from "../Signals/index.js"

/**
 * Port: says that there are new events, so that whoever waits for them needn't wait for the next look. Only a hint: those of other
 * processes may go unnoticed until then, as they do on Postgres.
 */
export class NewEvents extends Context.Tag("@telemark/core/NewEvents")<NewEvents, {
  /** There are new events. */
  readonly signal: Effect.Effect<void>
  /** A way to wait for them of one's own: it returns at the next signal, or at once if one came since it last returned or was made. */
  readonly listen: Effect.Effect<Effect.Effect<void>>
}>() {
  /** Tells those of the same process. */
  static readonly layerInProcess = Layer.sync(NewEvents, () => {
    const { announce, listen } = makeSignal()
    return { signal: Effect.sync(announce), listen }
  })
}
