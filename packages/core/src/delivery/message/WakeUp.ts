import { Context, Effect, Layer } from "effect"
import { afterTransaction } from "../../database/transactions/Transactions.js"
import { makeSignal } from "../../kernel/signals.js"

/** What a notification of Postgres carries if a send was inserted by SQL; of mail it carries none. */
export const sqlSendsPayload = "sql"

/**
 * Port: notifies workers of waiting mail. A hint only: a lost signal costs at most one polling
 * interval.
 */
export class WakeUp extends Context.Service<
  WakeUp,
  {
    /** Mail is waiting now, or will be when the host's surrounding transaction commits. */
    readonly signal: Effect.Effect<void>
    /**
     * Creates a listener: it returns at the next signal, or at once if one came since its creation
     * or last return. Each worker needs its own.
     */
    readonly listen: Effect.Effect<Effect.Effect<void>>
    /** The same for sends that are inserted by SQL; absent if nobody announces those. */
    readonly listenForSqlSends?: Effect.Effect<Effect.Effect<void>>
  }
>()("@telemark/core/WakeUp") {
  static readonly layerInProcess = Layer.sync(WakeUp, () => {
    const { announce, listen } = makeSignal()
    return { signal: afterTransaction(Effect.sync(announce)), listen }
  })
}
