import { Effect } from "effect"
import { annotateSpan, inSpan } from "../../kernel/traceparent.js"
import type { Attempt, Attempted } from "../attempt/Attempt.js"
import type { DeliveryOutcome } from "../message/DeliveryOutcome.js"

const attributesOf = (attempted: Attempted): Parameters<typeof annotateSpan>[0] => {
  if (attempted._tag === "Postponed") return { "telemark.outcome": "postponed" }
  const { event, route, stage, status } = attempted.settlement
  return {
    "telemark.outcome": status,
    "telemark.class": event.data.verdict,
    "telemark.route": route,
    "telemark.stage": stage
  }
}

/** Each attempt as a span below that in which the message was accepted. */
export const traceAttempts =
  (attempt: Attempt): Attempt =>
  (message) =>
    Effect.tap(attempt(message), (attempted) => annotateSpan(attributesOf(attempted))).pipe(
      inSpan("telemark.attempt", {
        kind: "consumer",
        traceparent: message.traceparent,
        attributes: { "telemark.email_id": message.id, "telemark.attempt": message.attempts }
      })
    )

/** The conversation with the next hop as a span. Its replies aren't in it: they name addresses. */
export const traceConversation = <E, R>(
  conversation: Effect.Effect<DeliveryOutcome, E, R>
): Effect.Effect<DeliveryOutcome, E, R> =>
  Effect.tap(conversation, (outcome) =>
    annotateSpan({
      "telemark.outcome": outcome._tag,
      "telemark.stage":
        outcome._tag === "Accepted" || outcome._tag === "Unsendable" ? undefined : outcome.stage,
      "smtp.response.status_code": outcome._tag === "Refused" ? outcome.reply.code : undefined,
      "tls.protocol.version": outcome._tag === "Unsendable" ? undefined : (outcome.tls ?? undefined)
    })
  ).pipe(
    Effect.withSpan(
      "telemark.smtp",
      { kind: "client", attributes: { "network.protocol.name": "smtp" } },
      { captureStackTrace: false }
    )
  )
