import { Effect } from "effect"
import { annotateSpan, currentTraceparent, inSpan } from "../../kernel/traceparent.js"
import type { ClaimedWebhook, WebhookSettlement } from "./WebhookAttempt.js"

type Attempt = (claimed: ClaimedWebhook, traceparent?: string) => Effect.Effect<WebhookSettlement>

/** Each call as a span below that in which the message was accepted, which the endpoint learns of. */
export const traceCalls =
  (attempt: Attempt) =>
  (claimed: ClaimedWebhook): Effect.Effect<WebhookSettlement> =>
    Effect.flatMap(currentTraceparent, (traceparent) => attempt(claimed, traceparent)).pipe(
      Effect.tap(({ attempt: { status_code }, outcome }) =>
        annotateSpan({
          "telemark.outcome": outcome,
          "http.response.status_code": status_code ?? undefined
        })
      ),
      inSpan("telemark.webhook", {
        kind: "client",
        traceparent: claimed.traceparent,
        attributes: {
          "http.request.method": "POST",
          "telemark.event_id": claimed.event.id,
          "telemark.attempt": claimed.attempts
        }
      })
    )
