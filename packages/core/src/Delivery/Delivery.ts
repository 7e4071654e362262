import { Clock, Context, Effect, Layer, Random } from "effect"
import { newId } from "../Ids/index.js"
import { decide, decideUnsent } from "./decide.js"
import { HandOver } from "./HandOver.js"
import type { ClaimedMessage } from "./Message.js"
import { Transport } from "./ports.js"
import { defaultRetryPolicy, type RetryPolicy } from "./retry.js"
import type { Settlement } from "./Settlement.js"

export interface DeliveryService {
  /**
   * Makes one attempt and says what to record. Not to be interrupted on its own: interrupting it together
   * with recording would lose the outcome, and the mail would go out again.
   */
  readonly attempt: (message: ClaimedMessage) => Effect.Effect<Settlement>
}

const make = (policy: RetryPolicy) =>
  Effect.map(Transport, (transport) => {
    const attempt: DeliveryService["attempt"] = Effect.fnUntraced(function*(message) {
      const eventId = yield* newId("evt")
      const { body, suppressed } = message
      if (suppressed || body === null) {
        return decideUnsent(message, suppressed ? "suppressed" : "content_missing", { now: yield* Clock.currentTimeMillis, eventId })
      }
      const outcome = yield* transport.handOver({ ...message, body }).pipe(
        Effect.catchAllDefect((defect) =>
          Effect.as(
            Effect.logError("handing over a message failed unexpectedly", defect),
            HandOver.Broken({ provider: "", stage: "connect", reason: "internal", ambiguous: true })
          ))
      )
      const now = yield* Clock.currentTimeMillis
      return decide(message, outcome, { policy, now, random: yield* Random.next, eventId })
    })
    return Delivery.of({ attempt })
  })

/** Delivery: one attempt at handing one message to its next hop, and what follows from it. */
export class Delivery extends Context.Tag("@telemark/core/Delivery")<Delivery, DeliveryService>() {
  static readonly layer = (policy: RetryPolicy = defaultRetryPolicy): Layer.Layer<Delivery, never, Transport> =>
    Layer.effect(Delivery, make(policy))
}
