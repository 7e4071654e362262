import {
  decode,
  NotFound,
  type ReplayWebhooks,
  timestamp,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Effect, Redacted, type Schema } from "effect"
import { Secrets } from "../../accounts/secrets/Secrets.js"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { doneOrNotFound, orNotFound, tooMany } from "../../operations/found.js"
import { NewEvents } from "../log/NewEvents.js"
import { makeWithoutRecorders } from "../log/withoutRecorders.js"
import { WebhookCaller } from "./WebhookCaller.js"
import {
  changedEndpoint,
  type CreateEndpoint,
  newEndpoint,
  parseEndpointId,
  type TestEndpoint,
  type UpdateEndpoint,
  viewOfEndpoint,
  type WebhookFormat
} from "./WebhookEndpoint.js"
import { makeAttempts, type TestLimiter } from "./attempts.js"
import type { EndpointEvents } from "./endpointEvents.js"
import { webhookEndpointQueries } from "./endpointTable.js"
import { makeReplay } from "./replay.js"
import { newWebhookSecret, webhookSecretReference } from "./webhookSecret.js"
import { webhookQueueQueries } from "./webhookQueueTable.js"

/** Of an owner: a tenant, or the operator. */
const maxEndpoints = 10

const keepSecret = "Store this secret now. It is not shown again."

/** So that receivers can switch in their own time. */
const overlapMillis = 24 * 60 * 60 * 1000

const closed =
  "must name a public host: the network policy does not allow the address of this one. The operator can allow networks with TELEMARK_ALLOW_NETWORKS."

const idOf = (id: string | number): Effect.Effect<number, NotFound> => {
  const parsed = parseEndpointId(id)
  return parsed === undefined ? new NotFound() : Effect.succeed(parsed)
}

/** What an owner may ask for: each takes other types of events. */
interface RequestSchemas {
  readonly Create: Schema.Codec<CreateEndpoint, unknown>
  readonly Update: Schema.Codec<UpdateEndpoint, unknown>
  readonly Test: Schema.Codec<TestEndpoint, unknown>
}

/** The operations on the endpoints of owners, by their ids, which take these events. */
export const makeEndpointOperations = (
  { Create, Test, Update }: RequestSchemas,
  events: EndpointEvents,
  tests: TestLimiter
) =>
  Effect.gen(function* () {
    const decodeCreate = decode(Create)
    const decodeUpdate = decode(Update)
    const database = yield* Database
    const caller = yield* WebhookCaller
    const endpoints = yield* webhookEndpointQueries
    const newEvents = yield* NewEvents
    const queue = yield* webhookQueueQueries
    const secrets = yield* Secrets
    const replay = makeReplay(events, queue)
    const withoutRecorders = yield* makeWithoutRecorders

    const find = (owner: string, id: string | number) =>
      Effect.flatMap(idOf(id), (known) => orNotFound(stored(endpoints.find(owner, known))))

    // Names are resolved and checked at each connection.
    const checkUrl = (url: string) =>
      Effect.flatMap(caller.isPermitted(url), (isPermitted) =>
        isPermitted ? Effect.void : ValidationFailed.at("url", closed)
      )

    const newSecret = (owner: string, id: number) =>
      Effect.gen(function* () {
        const secret = yield* newWebhookSecret
        const reference = webhookSecretReference(owner, id)
        return { secret, sealed: yield* secrets.seal(Redacted.make(secret), reference) }
      })

    const createFor = (format: WebhookFormat | null, owner: string, input: CreateEndpoint) =>
      Effect.gen(function* () {
        const { events, url } = yield* Effect.fromResult(decodeCreate(input))
        yield* checkUrl(url)
        const id = yield* stored(endpoints.nextId)
        const { sealed, secret } = yield* newSecret(owner, id)
        const now = yield* Clock.currentTimeMillis
        yield* database.change(
          Effect.gen(function* () {
            if ((yield* endpoints.countLocked(owner, maxEndpoints)) >= maxEndpoints)
              return yield* tooMany("webhook endpoints", maxEndpoints, "Remove one, or change one.")
            yield* endpoints.insert(
              newEndpoint({ id, tenant_id: owner, url, events, secret: sealed, format }, now)
            )
          }),
          id
        )
        const created_at = timestamp(now)
        return { id, url, events, active: true, secret, warning: keepSecret, created_at }
      })

    const attempts = yield* makeAttempts(decode(Test), events, find, tests)

    return {
      create: (owner: string, input: CreateEndpoint) => createFor(null, owner, input),
      createFor,

      list: (owner: string) =>
        Effect.map(stored(endpoints.list(owner)), (found) => ({
          data: found.map(viewOfEndpoint)
        })),

      get: (owner: string, id: number) => Effect.map(find(owner, id), viewOfEndpoint),

      update: (owner: string, id: number, input: UpdateEndpoint) =>
        Effect.gen(function* () {
          const change = yield* Effect.fromResult(decodeUpdate(input))
          const endpointId = yield* idOf(id)
          if (change.url !== undefined) {
            // A look-up of the host may take seconds: not for endpoints that don't exist.
            yield* find(owner, endpointId)
            yield* checkUrl(change.url)
          }
          // Rows from before the endpoint was made inactive, also those just being written by
          // transactions that found it active. Most go before the endpoint's own row is locked.
          if (change.active === true && !(yield* find(owner, endpointId)).active) {
            yield* withoutRecorders(Effect.void)
            yield* queue.clear(endpointId)
          }
          const now = yield* Clock.currentTimeMillis
          const changed = yield* database.change(
            Effect.gen(function* () {
              const former = yield* orNotFound(endpoints.findLocked(owner, endpointId))
              const endpoint = changedEndpoint(former, change, now)
              if (endpoint.active && !former.active) yield* queue.dropAll(endpointId)
              yield* endpoints.update(endpoint)
              if (change.active === false) yield* queue.drop(endpointId)
              return endpoint
            })
          )
          return viewOfEndpoint(changed)
        }),

      remove: (owner: string, id: number) =>
        Effect.gen(function* () {
          const endpointId = yield* idOf(id)
          return yield* database.change(
            Effect.tap(doneOrNotFound(endpoints.remove(owner, endpointId)), () =>
              queue.drop(endpointId)
            )
          )
        }),

      rotateSecret: (owner: string, id: number) =>
        Effect.gen(function* () {
          const endpointId = yield* idOf(id)
          const { sealed, secret } = yield* newSecret(owner, endpointId)
          const now = yield* Clock.currentTimeMillis
          const until = now + overlapMillis
          yield* database.change(
            doneOrNotFound(endpoints.rotateSecret(owner, endpointId, sealed, until, now))
          )
          return {
            id: endpointId,
            secret,
            former_secret_until: timestamp(until),
            warning: keepSecret
          }
        }),

      ...attempts,

      replay: (owner: string, id: number, input: ReplayWebhooks) =>
        Effect.tap(replay(find(owner, id), input), newEvents.signal)
    }
  })
