import { Clock, Context, Effect, Layer, Random } from "effect"
import { type EmailEvent, emailEvent } from "../Events/index.js"
import { newId } from "../Ids/index.js"
import { Secrets, type SecretUnreadable } from "../Secrets/index.js"
import type { StorageError } from "../Storage/index.js"
import type { WebhookSettlement } from "./attempt.js"
import { decideWebhook } from "./decide.js"
import { framesOf } from "./framesOf.js"
import { makeOpenWebhookSecrets } from "./secret.js"
import { WebhookAnswer, WebhookCaller } from "./WebhookCaller.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import type { ClaimedWebhook } from "./WebhookQueue.js"

export interface WebhookDeliveryService {
  /** Makes one attempt and says what to record. Never fails. Interrupting it gives up the attempt: the endpoint may have taken it, and gets it again. */
  readonly attempt: (claimed: ClaimedWebhook) => Effect.Effect<WebhookSettlement>
}

const internal = WebhookAnswer.Broken({ reason: "internal", duration_ms: 0 })

const withoutSecret = ({ id: endpoint_id }: WebhookEndpointRecord) => ({ message }: SecretUnreadable | StorageError) =>
  Effect.as(Effect.logError("an event can't be delivered without the endpoint's secret", { endpoint_id, reason: message }), internal)

/** Posts an event to an endpoint, signed; whatever goes wrong is an answer, unless the storage that is asked for the secret's key fails. */
export const makePost = Effect.gen(function*() {
  const caller = yield* WebhookCaller
  const openSecrets = makeOpenWebhookSecrets(yield* Secrets)
  return (endpoint: WebhookEndpointRecord, event: EmailEvent): Effect.Effect<WebhookAnswer, StorageError> =>
    Clock.currentTimeMillis.pipe(
      Effect.flatMap((now) => openSecrets(endpoint, now)),
      Effect.flatMap((secrets) =>
        caller.call({ endpoint_id: endpoint.id, url: endpoint.url, event_id: event.id, body: JSON.stringify(event), secrets })),
      Effect.catchTag("SecretUnreadable", withoutSecret(endpoint)),
      Effect.catchAllDefect((defect) =>
        Effect.as(Effect.logError("delivering an event failed unexpectedly", {
          endpoint_id: endpoint.id, event_id: event.id, error: framesOf(defect)
        }), internal))
    )
})

const make = Effect.map(makePost, (post) =>
  WebhookDelivery.of({
    attempt: Effect.fnUntraced(function*(claimed) {
      const answer = yield* Effect.catchAll(post(claimed.endpoint, emailEvent(claimed)), withoutSecret(claimed.endpoint))
      const [now, random, id] = [yield* Clock.currentTimeMillis, yield* Random.next, yield* newId("dlv")]
      return decideWebhook(claimed, answer, { now, random, id })
    })
  }))

/** Delivering events to webhook endpoints: one attempt, and what follows from it. */
export class WebhookDelivery extends Context.Tag("@telemark/core/WebhookDelivery")<WebhookDelivery, WebhookDeliveryService>() {
  static readonly layer: Layer.Layer<WebhookDelivery, never, WebhookCaller | Secrets> = Layer.effect(this, make)
}
