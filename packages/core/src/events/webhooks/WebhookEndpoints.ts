import {
  CreateWebhookEndpoint,
  decode,
  NotFound,
  timestamp,
  UpdateWebhookEndpoint,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { Secrets } from "../../accounts/secrets/Secrets.js"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import { doneOrNotFound, orNotFound, tooMany } from "../../operations/found.js"
import { eventQueries } from "../log/eventTable.js"
import { NewEvents } from "../log/NewEvents.js"
import { makeWithoutRecorders } from "../log/withoutRecorders.js"
import { WebhookCaller } from "./WebhookCaller.js"
import {
  changedEndpoint,
  newEndpoint,
  parseEndpointId,
  viewOfEndpoint,
  type WebhookFormat
} from "./WebhookEndpoint.js"
import { makeAttempts } from "./attempts.js"
import { webhookEndpointQueries } from "./endpointTable.js"
import { makeReplay } from "./replay.js"
import { newWebhookSecret, webhookSecretReference } from "./webhookSecret.js"
import { webhookQueueQueries } from "./webhookQueueTable.js"

export interface WebhookEndpointsService extends OperationsFor<string, "webhookEndpoints"> {
  /** An endpoint that gets its events in another service's form. */
  readonly createFor: (
    format: WebhookFormat,
    ...given: Parameters<OperationsFor<string, "webhookEndpoints", "create">["create"]>
  ) => ReturnType<OperationsFor<string, "webhookEndpoints", "create">["create"]>
}

/** Of a tenant. */
const maxEndpoints = 10

const keepSecret = "Store this secret now. It is not shown again."

/** So that receivers can switch in their own time. */
const overlapMillis = 24 * 60 * 60 * 1000

const closed =
  "must name a public host: the network policy does not allow the address of this one. The operator can allow networks with TELEMARK_ALLOW_NETWORKS."

const decodeCreate = decode(CreateWebhookEndpoint)
const decodeUpdate = decode(UpdateWebhookEndpoint)

const idOf = (id: string | number): Effect.Effect<number, NotFound> => {
  const parsed = parseEndpointId(id)
  return parsed === undefined ? new NotFound() : Effect.succeed(parsed)
}

const make = Effect.gen(function* () {
  const database = yield* Database
  const caller = yield* WebhookCaller
  const endpoints = yield* webhookEndpointQueries
  const newEvents = yield* NewEvents
  const queue = yield* webhookQueueQueries
  const secrets = yield* Secrets
  const replay = makeReplay(yield* eventQueries, queue)
  const withoutRecorders = yield* makeWithoutRecorders

  const find = (tenantId: string, id: string | number) =>
    Effect.flatMap(idOf(id), (known) => orNotFound(stored(endpoints.find(tenantId, known))))

  // Names are resolved and checked at each connection.
  const checkUrl = (url: string) =>
    Effect.flatMap(caller.isPermitted(url), (isPermitted) =>
      isPermitted ? Effect.void : ValidationFailed.at("url", closed)
    )

  const newSecret = (tenantId: string, id: number) =>
    Effect.gen(function* () {
      const secret = yield* newWebhookSecret
      const reference = webhookSecretReference(tenantId, id)
      return { secret, sealed: yield* secrets.seal(Redacted.make(secret), reference) }
    })

  const create =
    (format: WebhookFormat | null): WebhookEndpointsService["create"] =>
    (tenant_id, input) =>
      Effect.gen(function* () {
        const { events, url } = yield* Effect.fromResult(decodeCreate(input))
        yield* checkUrl(url)
        const id = yield* stored(endpoints.nextId)
        const { sealed, secret } = yield* newSecret(tenant_id, id)
        const now = yield* Clock.currentTimeMillis
        yield* database.change(
          Effect.gen(function* () {
            if ((yield* endpoints.countLocked(tenant_id, maxEndpoints)) >= maxEndpoints)
              return yield* tooMany("webhook endpoints", maxEndpoints, "Remove one, or change one.")
            yield* endpoints.insert(
              newEndpoint({ id, tenant_id, url, events, secret: sealed, format }, now)
            )
          }),
          id
        )
        const created_at = timestamp(now)
        return { id, url, events, active: true, secret, warning: keepSecret, created_at }
      })

  return WebhookEndpoints.of({
    create: create(null),
    createFor: (format, ...given) => create(format)(...given),

    list: (tenantId) =>
      Effect.map(stored(endpoints.list(tenantId)), (found) => ({
        data: found.map(viewOfEndpoint)
      })),

    get: (tenantId, id) => Effect.map(find(tenantId, id), viewOfEndpoint),

    update: (tenantId, id, input) =>
      Effect.gen(function* () {
        const change = yield* Effect.fromResult(decodeUpdate(input))
        const endpointId = yield* idOf(id)
        if (change.url !== undefined) {
          // A look-up of the host may take seconds: not for endpoints that don't exist.
          yield* find(tenantId, endpointId)
          yield* checkUrl(change.url)
        }
        // Rows from before the endpoint was made inactive, also those just being written by
        // transactions that found it active. Most go before the endpoint's own row is locked.
        if (change.active === true && !(yield* find(tenantId, endpointId)).active) {
          yield* withoutRecorders(Effect.void)
          yield* queue.clear(endpointId)
        }
        const now = yield* Clock.currentTimeMillis
        const changed = yield* database.change(
          Effect.gen(function* () {
            const former = yield* orNotFound(endpoints.findLocked(tenantId, endpointId))
            const endpoint = changedEndpoint(former, change, now)
            if (endpoint.active && !former.active) yield* queue.dropAll(endpointId)
            yield* endpoints.update(endpoint)
            if (change.active === false) yield* queue.drop(endpointId)
            return endpoint
          })
        )
        return viewOfEndpoint(changed)
      }),

    remove: (tenantId, id) =>
      Effect.gen(function* () {
        const endpointId = yield* idOf(id)
        return yield* database.change(
          Effect.tap(doneOrNotFound(endpoints.remove(tenantId, endpointId)), () =>
            queue.drop(endpointId)
          )
        )
      }),

    rotateSecret: (tenantId, id) =>
      Effect.gen(function* () {
        const endpointId = yield* idOf(id)
        const { sealed, secret } = yield* newSecret(tenantId, endpointId)
        const now = yield* Clock.currentTimeMillis
        const until = now + overlapMillis
        yield* database.change(
          doneOrNotFound(endpoints.rotateSecret(tenantId, endpointId, sealed, until, now))
        )
        return {
          id: endpointId,
          secret,
          former_secret_until: timestamp(until),
          warning: keepSecret
        }
      }),

    ...(yield* makeAttempts(find)),

    replay: (tenantId, id, input) => Effect.tap(replay(find(tenantId, id), input), newEvents.signal)
  })
})

/** Webhook endpoints: URLs that a tenant's events are posted to. */
export class WebhookEndpoints extends Context.Service<WebhookEndpoints, WebhookEndpointsService>()(
  "@telemark/core/WebhookEndpoints"
) {
  static readonly layer: Layer.Layer<
    WebhookEndpoints,
    never,
    Database | WebhookCaller | Secrets | NewEvents
  > = Layer.effect(this, make)
}
