import {
  decode,
  ListWebhookAttempts,
  NotFound,
  requestedPage,
  type StorageError,
  type ValidationFailed,
  WebhookTestsBusy
} from "@telemark/contract"
import { Clock, Effect, type Result } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { makeLimiter } from "../../kernel/Limiter.js"
import { isId, newId } from "../../kernel/ids.js"
import { attemptOf, viewOfAttempt, webhookKeyText } from "./WebhookAttempt.js"
import { makePost } from "./WebhookDelivery.js"
import type { TestEndpoint, WebhookEndpointRecord } from "./WebhookEndpoint.js"
import { webhookAttemptQueries } from "./attemptTable.js"
import type { EndpointEvents } from "./endpointEvents.js"
import { makeReadEvents } from "./postedEvents.js"

/** One for all owners. Tests bypass the endpoint limiters: so many may stall at once. */
export const makeTestLimiter = () =>
  makeLimiter({
    permits: 10,
    permitsPerKey: 5,
    refuse: {
      maxWaiting: 100,
      maxWaitingPerKey: 10,
      maxWait: "5 seconds",
      error: () => new WebhookTestsBusy()
    }
  })

export type TestLimiter = ReturnType<typeof makeTestLimiter>

const decodeList = decode(ListWebhookAttempts)

type FindEndpoint = (
  owner: string,
  id: string | number
) => Effect.Effect<WebhookEndpointRecord, NotFound | StorageError>

export const makeAttempts = (
  decodeTest: (input: unknown) => Result.Result<TestEndpoint, ValidationFailed>,
  events: EndpointEvents,
  find: FindEndpoint,
  tests: TestLimiter
) =>
  Effect.gen(function* () {
    const { change } = yield* Database
    const attempts = yield* webhookAttemptQueries
    const post = yield* makePost
    const readEvents = yield* makeReadEvents

    const postedTo = (endpoint: WebhookEndpointRecord, event_id: string) => {
      const key = { endpoint_id: endpoint.id, event_id }
      return Effect.map(stored(readEvents([key], new Map([[endpoint.id, endpoint]]))), (found) =>
        found.get(webhookKeyText(key))?.posted()
      )
    }

    return {
      test: (owner: string, id: number, input: TestEndpoint = {}) =>
        Effect.gen(function* () {
          const { type: wanted } = yield* Effect.fromResult(decodeTest(input))
          const endpoint = yield* find(owner, id)
          const type = wanted ?? endpoint.events[0] ?? events.anyType
          const event = { id: yield* newId(events.idPrefix(type)), type }
          const answer = yield* tests.run({ key: owner })(
            post(endpoint, events.sample(endpoint, type, event.id))
          )
          const made = { id: yield* newId("dlv"), now: yield* Clock.currentTimeMillis }
          const attempt = attemptOf({ attempts: 0, endpoint, event }, answer, made, null)
          yield* change(attempts.insert([attempt]))
          return viewOfAttempt(attempt)
        }),

      deliveries: (owner: string, id: number, request: ListWebhookAttempts = {}) =>
        Effect.gen(function* () {
          const { outcome, ...asked } = yield* Effect.fromResult(decodeList(request))
          const page = yield* Effect.fromResult(requestedPage(asked))
          const endpoint = yield* find(owner, id)
          const found = yield* stored(attempts.list(owner, endpoint.id, page, outcome))
          return { data: found.map(viewOfAttempt), ...page }
        }),

      /** Bodies aren't stored: they are made again from the event, that of a test from its id. */
      delivery: (owner: string, id: number, deliveryId: string) =>
        Effect.gen(function* () {
          const endpoint = yield* find(owner, id)
          const attempt = isId("dlv", deliveryId)
            ? yield* stored(attempts.find(owner, endpoint.id, deliveryId))
            : undefined
          if (attempt === undefined) return yield* new NotFound()
          const { event_id, type } = attempt
          const posted =
            attempt.attempt === 0
              ? events.sample(endpoint, type, event_id)
              : yield* postedTo(endpoint, event_id)
          return { ...viewOfAttempt(attempt), request: posted?.body ?? null }
        })
    }
  })
