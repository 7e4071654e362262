// Hot path (docs/hot-paths.md): a usual attempt takes no fiber.
import type { StorageError } from "@telemark/contract"
import { Context, Effect, Exit, Layer, Random } from "effect"
import { Secrets } from "../../accounts/secrets/Secrets.js"
import type { SecretUnreadable } from "../../accounts/secrets/secretErrors.js"
import * as Direct from "../../kernel/direct.js"
import { makeIds } from "../../kernel/ids.js"
import { isTraced } from "../../kernel/traceparent.js"
import type { Posted } from "./Posted.js"
import { type ClaimedWebhook, isTaken, type WebhookSettlement } from "./WebhookAttempt.js"
import { framesOf, WebhookAnswer, WebhookCaller } from "./WebhookCaller.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import { decideWebhook } from "./decideWebhook.js"
import { traceCalls } from "./traceCalls.js"
import { makeOpenWebhookSecrets, type OpenWebhookSecrets } from "./webhookSecret.js"

interface WebhookDeliveryService {
  /**
   * Makes one attempt and returns what to record. Never fails. If interrupted, the endpoint may
   * have received the event, and gets it again.
   */
  readonly attempt: (claimed: ClaimedWebhook) => Effect.Effect<WebhookSettlement>
}

const internal = WebhookAnswer.Broken({ reason: "internal", duration_ms: 0 })

const withoutSecret =
  ({ id: endpoint_id }: WebhookEndpointRecord) =>
  ({ message }: SecretUnreadable | StorageError) =>
    Effect.as(
      Effect.logError("an event can't be delivered without the endpoint's secret", {
        endpoint_id,
        reason: message
      }),
      internal
    )

const crashed = ({ id: endpoint_id }: WebhookEndpointRecord, event_id: string) =>
  Effect.catchDefect((defect) =>
    Effect.as(
      Effect.logError("delivering an event failed unexpectedly", {
        endpoint_id,
        event_id,
        error: framesOf(defect)
      }),
      internal
    )
  )

const makePostWith =
  (caller: typeof WebhookCaller.Service, openSecrets: OpenWebhookSecrets) =>
  (
    endpoint: WebhookEndpointRecord,
    posted: Posted,
    traceparent?: string
  ): Effect.Effect<WebhookAnswer, StorageError> =>
    Direct.matchCause(
      Direct.flatMap(
        Direct.withNow((now) => openSecrets(endpoint, now)),
        (secrets) =>
          caller.call({
            endpoint_id: endpoint.id,
            url: endpoint.url,
            ...posted,
            secrets,
            format: endpoint.format,
            traceparent
          })
      ),
      (cause) =>
        Effect.failCause(cause).pipe(
          Effect.catchTag("SecretUnreadable", withoutSecret(endpoint)),
          crashed(endpoint, posted.event_id)
        ),
      Exit.succeed
    )

/** Every failure is a `WebhookAnswer`, unless storage fails to provide the secret's key. */
export const makePost = Effect.gen(function* () {
  return makePostWith(yield* WebhookCaller, makeOpenWebhookSecrets(yield* Secrets))
})

const make = Effect.gen(function* () {
  const post = yield* makePost

  const settled = (
    claimed: ClaimedWebhook,
    answer: WebhookAnswer
  ): Effect.Effect<WebhookSettlement> =>
    Direct.flatMap(makeIds, ({ now, one }) => {
      const decided = (random: number) =>
        decideWebhook(claimed, answer, { now, random, id: one("dlv") })
      // Only what is tried again needs chance.
      return isTaken(answer) ? Exit.succeed(decided(0)) : Effect.map(Random.next, decided)
    })

  const attempt = (
    claimed: ClaimedWebhook,
    traceparent?: string
  ): Effect.Effect<WebhookSettlement> =>
    Direct.flatMap(
      Direct.matchCause(
        Direct.suspend(() => post(claimed.endpoint, claimed.posted(), traceparent)),
        (cause) => Effect.catch(Effect.failCause(cause), withoutSecret(claimed.endpoint)),
        Exit.succeed
      ),
      (answer) => settled(claimed, answer)
    )

  return WebhookDelivery.of({
    attempt: (yield* isTraced) ? traceCalls(attempt) : (claimed) => attempt(claimed)
  })
})

export class WebhookDelivery extends Context.Service<WebhookDelivery, WebhookDeliveryService>()(
  "@telemark/core/WebhookDelivery"
) {
  static readonly layer: Layer.Layer<WebhookDelivery, never, WebhookCaller | Secrets> =
    Layer.effect(this, make)
}
