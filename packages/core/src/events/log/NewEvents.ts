import { Context, Effect, Layer } from "effect"
import { makeSignal } from "../../kernel/signals.js"

/**
 * Port: signals new events. A hint only: on Postgres, for example, events of other processes may go
 * unnoticed until the next poll.
 */
export class NewEvents extends Context.Service<
  NewEvents,
  {
    readonly signal: Effect.Effect<void>
    /**
     * Creates a listener that returns at the next signal, or at once if one came since it last
     * returned or was created.
     */
    readonly listen: Effect.Effect<Effect.Effect<void>>
  }
>()("@telemark/core/NewEvents") {
  static readonly layerInProcess = Layer.sync(NewEvents, () => {
    const { announce, listen } = makeSignal()
    return { signal: Effect.sync(announce), listen }
  })
}
