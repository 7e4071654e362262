import {
  type CreatedWebhookEndpoint,
  type CreateWebhookEndpoint,
  decode,
  ListWebhookAttempts,
  NotFound,
  type ReplayedWebhooks,
  type ReplayWebhooks,
  requestedPage,
  type RotatedWebhookSecret,
  type StorageError,
  type Success,
  success,
  TestWebhook,
  UpdateWebhookEndpoint,
  type ValidationFailed,
  type WebhookAttempt,
  type WebhookAttemptDetail,
  type WebhookAttemptList,
  type WebhookEndpoint,
  type WebhookEndpointList,
  type WebhookTestsBusy
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { Secrets } from "../../accounts/secrets/Secrets.js"
import { isId, newId } from "../../kernel/ids/newId.js"
import { EventStore } from "../log/EventStore.js"
import { NewEvents } from "../log/NewEvents.js"
import { WebhookCaller } from "./WebhookCaller.js"
import { makePost } from "./WebhookDelivery.js"
import { WebhookEndpointStore } from "./WebhookEndpointStore.js"
import { WebhookQueue } from "./WebhookQueue.js"
import { checkUrl } from "./checkUrl.js"
import { makeCreateEndpoint } from "./createEndpoint.js"
import { attemptOf } from "./decideWebhook.js"
import { makeFindEndpoint, readEndpointId } from "./findEndpoint.js"
import { makeReplay } from "./replay.js"
import { makeRotateSecret } from "./rotateSecret.js"
import { sampleOfId } from "./sampleEvent.js"
import { makeTestTurns } from "./testTurns.js"
import { viewOfAttempt, viewOfEndpoint, viewOfPosted } from "./views.js"

export interface WebhookEndpointsService {
  /**
   * Creates an endpoint, of which a tenant has ten at most. Only this result contains the secret.
   */
  readonly create: (
    tenantId: string,
    input: CreateWebhookEndpoint
  ) => Effect.Effect<CreatedWebhookEndpoint, ValidationFailed | StorageError>
  /** Newest first. */
  readonly list: (tenantId: string) => Effect.Effect<WebhookEndpointList, StorageError>
  readonly get: (
    tenantId: string,
    id: string | number
  ) => Effect.Effect<WebhookEndpoint, NotFound | StorageError>
  /**
   * Omitted members stay as they are. An endpoint made inactive gets no more events, not even
   * waiting ones.
   */
  readonly update: (
    tenantId: string,
    id: string | number,
    input: UpdateWebhookEndpoint
  ) => Effect.Effect<WebhookEndpoint, NotFound | ValidationFailed | StorageError>
  /** Also drops its waiting events. */
  readonly remove: (
    tenantId: string,
    id: string | number
  ) => Effect.Effect<Success, NotFound | StorageError>
  /** Creates a new secret; the previous one also signs for 24 h. */
  readonly rotateSecret: (
    tenantId: string,
    id: string | number
  ) => Effect.Effect<RotatedWebhookSecret, NotFound | StorageError>
  /**
   * Posts a signed sample once and returns the result. A process makes ten tests at a time, five
   * per tenant.
   */
  readonly test: (
    tenantId: string,
    id: string | number,
    input?: TestWebhook
  ) => Effect.Effect<WebhookAttempt, NotFound | ValidationFailed | WebhookTestsBusy | StorageError>
  /** The attempts at an endpoint, newest first. */
  readonly deliveries: (
    tenantId: string,
    id: string | number,
    request?: ListWebhookAttempts
  ) => Effect.Effect<WebhookAttemptList, NotFound | ValidationFailed | StorageError>
  /** One attempt with the body that was posted. */
  readonly delivery: (
    tenantId: string,
    id: string | number,
    delivery: string
  ) => Effect.Effect<WebhookAttemptDetail, NotFound | StorageError>
  /**
   * Delivers again: one event of any type, or the events of a period that the endpoint subscribes
   * to.
   */
  readonly replay: (
    tenantId: string,
    id: string | number,
    input: ReplayWebhooks
  ) => Effect.Effect<ReplayedWebhooks, NotFound | ValidationFailed | StorageError>
}

const decodeUpdate = decode(UpdateWebhookEndpoint)
const decodeTest = decode(TestWebhook)
const decodeList = decode(ListWebhookAttempts)

const make = Effect.gen(function* () {
  const store = yield* WebhookEndpointStore
  const queue = yield* WebhookQueue
  const caller = yield* WebhookCaller
  const secrets = yield* Secrets
  const find = makeFindEndpoint(store)
  const replay = makeReplay({ events: yield* EventStore, queue, newEvents: yield* NewEvents })
  const rotateSecret = makeRotateSecret(store, secrets)
  const post = yield* makePost
  const inTurn = makeTestTurns()

  const update: WebhookEndpointsService["update"] = (tenantId, id, input) =>
    Effect.gen(function* () {
      const change = yield* Effect.fromResult(decodeUpdate(input))
      const endpointId = yield* readEndpointId(id)
      if (change.url !== undefined) {
        // A look-up of the host may take seconds; skip it for endpoints that don't exist.
        yield* find(tenantId, endpointId)
        yield* checkUrl(caller, change.url)
      }
      const updated = yield* store.update(
        tenantId,
        endpointId,
        change,
        yield* Clock.currentTimeMillis
      )
      return updated === undefined ? yield* new NotFound() : viewOfEndpoint(updated)
    })

  const test: WebhookEndpointsService["test"] = (tenantId, id, input = {}) =>
    Effect.gen(function* () {
      const { type: wanted } = yield* Effect.fromResult(decodeTest(input))
      const endpoint = yield* find(tenantId, id)
      const type = wanted ?? endpoint.events[0] ?? "email.sent"
      const event = sampleOfId(type, yield* newId("evt"))
      const answer = yield* inTurn(tenantId)(post(endpoint, event))
      const made = { id: yield* newId("dlv"), now: yield* Clock.currentTimeMillis }
      const attempt = attemptOf({ attempts: 0, endpoint, event }, answer, made, null)
      yield* queue.insertAttempt(attempt)
      return viewOfAttempt(attempt)
    })

  const deliveries: WebhookEndpointsService["deliveries"] = (tenantId, id, request = {}) =>
    Effect.gen(function* () {
      const { outcome, ...asked } = yield* Effect.fromResult(decodeList(request))
      const page = requestedPage(asked)
      const endpoint = yield* find(tenantId, id)
      return {
        data: (yield* queue.attempts(tenantId, endpoint.id, page, outcome)).map(viewOfAttempt),
        ...page
      }
    })

  const delivery: WebhookEndpointsService["delivery"] = (tenantId, id, deliveryId) =>
    Effect.gen(function* () {
      const endpoint = yield* find(tenantId, id)
      const found = isId("dlv", deliveryId)
        ? yield* queue.attempt(tenantId, endpoint.id, deliveryId)
        : undefined
      return found === undefined ? yield* new NotFound() : viewOfPosted(found)
    })

  return WebhookEndpoints.of({
    create: makeCreateEndpoint({ store, secrets, caller }),
    list: (tenantId) =>
      Effect.map(store.list(tenantId), (records) => ({ data: records.map(viewOfEndpoint) })),
    get: (tenantId, id) => Effect.map(find(tenantId, id), viewOfEndpoint),
    update,
    remove: (tenantId, id) =>
      Effect.gen(function* () {
        if (!(yield* store.remove(tenantId, yield* readEndpointId(id))))
          return yield* new NotFound()
        return success
      }),
    rotateSecret: (tenantId, id) =>
      Effect.flatMap(readEndpointId(id), (endpointId) => rotateSecret(tenantId, endpointId)),
    test,
    deliveries,
    delivery,
    replay: (tenantId, id, input) => replay(find(tenantId, id), input)
  })
})

/** Webhook endpoints: URLs that a tenant's events are posted to. */
export class WebhookEndpoints extends Context.Service<WebhookEndpoints, WebhookEndpointsService>()(
  "@telemark/core/WebhookEndpoints"
) {
  static readonly layer: Layer.Layer<
    WebhookEndpoints,
    never,
    WebhookEndpointStore | WebhookQueue | EventStore | WebhookCaller | Secrets | NewEvents
  > = Layer.effect(this, make)
}
