import type { EmailEvent, StorageError } from "@telemark/contract"
import { Clock, Context, Effect, Layer, Random, Runtime } from "effect"
import { emailEvent } from "../Events/index.js"
import { Entropy, idAt, newId } from "../Ids/index.js"
import { Secrets, type SecretUnreadable } from "../Secrets/index.js"
import type { WebhookSettlement } from "./attempt.js"
import { decideWebhook } from "./decide.js"
import { isTaken } from "./explain.js"
import { framesOf } from "./framesOf.js"
import { makeOpenWebhookSecrets, type OpenWebhookSecrets } from "./secret.js"
import { WebhookAnswer, type WebhookCall, WebhookCaller } from "./WebhookCaller.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import type { ClaimedWebhook } from "./WebhookQueue.js"

export interface WebhookDeliveryService {
  /** Makes one attempt and says what to record. Never fails. Interrupting it gives up the attempt: the endpoint may have taken it, and gets it again. */
  readonly attempt: (claimed: ClaimedWebhook) => Effect.Effect<WebhookSettlement>
  /**
   * Makes one attempt without a fiber. `done` is called with what to record, unless the attempt was given up by what this answers with.
   * Undefined if nothing was begun, since something has to be looked up first, such as a secret: then `attempt` does.
   */
  readonly begin: (claimed: ClaimedWebhook, done: (settlement: WebhookSettlement) => void) => (() => void) | undefined
}

const internal = WebhookAnswer.Broken({ reason: "internal", duration_ms: 0 })

const withoutSecret = ({ id: endpoint_id }: WebhookEndpointRecord) => ({ message }: SecretUnreadable | StorageError) =>
  Effect.as(Effect.logError("an event can't be delivered without the endpoint's secret", { endpoint_id, reason: message }), internal)

const callOf = (endpoint: WebhookEndpointRecord, event: EmailEvent, secrets: WebhookCall["secrets"]): WebhookCall =>
  ({ endpoint_id: endpoint.id, url: endpoint.url, event_id: event.id, body: JSON.stringify(event), secrets })

const makePostWith = (caller: typeof WebhookCaller.Service, openSecrets: OpenWebhookSecrets) =>
  (endpoint: WebhookEndpointRecord, event: EmailEvent): Effect.Effect<WebhookAnswer, StorageError> =>
    Clock.currentTimeMillis.pipe(
      Effect.flatMap((now) => openSecrets(endpoint, now)),
      Effect.flatMap((secrets) => caller.call(callOf(endpoint, event, secrets))),
      Effect.catchTag("SecretUnreadable", withoutSecret(endpoint)),
      Effect.catchAllDefect((defect) =>
        Effect.as(Effect.logError("delivering an event failed unexpectedly", {
          endpoint_id: endpoint.id, event_id: event.id, error: framesOf(defect)
        }), internal))
    )

/** Posts an event to an endpoint, signed; whatever goes wrong is an answer, unless the storage that is asked for the secret's key fails. */
export const makePost = Effect.gen(function*() {
  return makePostWith(yield* WebhookCaller, makeOpenWebhookSecrets(yield* Secrets))
})

const make = Effect.gen(function*() {
  const caller = yield* WebhookCaller
  const openSecrets = makeOpenWebhookSecrets(yield* Secrets)
  const post = makePostWith(caller, openSecrets)
  const clock = yield* Effect.clock
  const runSync = Runtime.runSync(yield* Effect.runtime())
  const { bytes } = yield* Entropy

  const settled = (claimed: ClaimedWebhook, answer: WebhookAnswer): Effect.Effect<WebhookSettlement> =>
    Effect.clockWith((now) =>
      Effect.zipWith(Random.next, newId("dlv"), (random, id) => decideWebhook(claimed, answer, { now: now.unsafeCurrentTimeMillis(), random, id })))

  /** Likewise. Of what was taken nothing depends on chance. */
  const settledNow = (claimed: ClaimedWebhook, answer: WebhookAnswer): WebhookSettlement => {
    if (!isTaken(answer)) return runSync(settled(claimed, answer))
    const now = clock.unsafeCurrentTimeMillis()
    return decideWebhook(claimed, answer, { now, random: 0, id: idAt("dlv", now, bytes(16)) })
  }

  const prepared = (claimed: ClaimedWebhook, now: number): WebhookCall | undefined => {
    const secrets = openSecrets.known(claimed.endpoint, now)
    try {
      return secrets === undefined ? undefined : callOf(claimed.endpoint, emailEvent(claimed), secrets)
    } catch {
      // Of a row that nobody can make an event of, the attempt tells.
      return undefined
    }
  }

  return WebhookDelivery.of({
    attempt: (claimed) =>
      Effect.suspend(() => post(claimed.endpoint, emailEvent(claimed))).pipe(
        Effect.catchAll(withoutSecret(claimed.endpoint)),
        Effect.flatMap((answer) => settled(claimed, answer))
      ),
    begin: (claimed, done) => {
      const now = clock.unsafeCurrentTimeMillis()
      const call = caller.post === undefined ? undefined : prepared(claimed, now)
      return call === undefined ? undefined : caller.post?.(call, now, (answer) => { done(settledNow(claimed, answer)) })
    }
  })
})

/** Delivering events to webhook endpoints: one attempt, and what follows from it. */
export class WebhookDelivery extends Context.Tag("@telemark/core/WebhookDelivery")<WebhookDelivery, WebhookDeliveryService>() {
  static readonly layer: Layer.Layer<WebhookDelivery, never, WebhookCaller | Secrets> = Layer.effect(this, make)
}
