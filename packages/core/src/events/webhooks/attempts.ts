import {
  decode,
  ListWebhookAttempts,
  NotFound,
  requestedPage,
  type StorageError,
  TestWebhook,
  WebhookTestsBusy
} from "@telemark/contract"
import { Clock, Effect } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { makeLimiter } from "../../kernel/Limiter.js"
import { isId, newId } from "../../kernel/ids.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import { attemptOf, viewOfAttempt, viewOfPosted } from "./WebhookAttempt.js"
import { makePost, postedOf } from "./WebhookDelivery.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import { webhookAttemptQueries } from "./attemptTable.js"
import { makeFirstsOfSends } from "./firstsOfSends.js"
import { sampleOfId } from "./sampleEvent.js"

type EndpointAttempts = OperationsFor<
  string,
  "webhookEndpoints",
  "test" | "deliveries" | "delivery"
>

/** Tests bypass the endpoint limiters: so many may stall at once. */
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

const decodeTest = decode(TestWebhook)
const decodeList = decode(ListWebhookAttempts)

type FindEndpoint = (
  tenantId: string,
  id: string | number
) => Effect.Effect<WebhookEndpointRecord, NotFound | StorageError>

export const makeAttempts = (find: FindEndpoint) =>
  Effect.gen(function* () {
    const { writeRelaxed } = yield* Database
    const attempts = yield* webhookAttemptQueries
    const firstsOfSends = yield* makeFirstsOfSends
    const post = yield* makePost
    const tests = makeTestLimiter()
    const made: EndpointAttempts = {
      test: (tenantId, id, input = {}) =>
        Effect.gen(function* () {
          const { type: wanted } = yield* Effect.fromResult(decodeTest(input))
          const endpoint = yield* find(tenantId, id)
          const type = wanted ?? endpoint.events[0] ?? "email.sent"
          const event = sampleOfId(type, yield* newId("evt"))
          const answer = yield* tests.run({ key: tenantId })(
            post(endpoint, postedOf(event, endpoint))
          )
          const made = { id: yield* newId("dlv"), now: yield* Clock.currentTimeMillis }
          const attempt = attemptOf({ attempts: 0, endpoint, event }, answer, made, null)
          yield* writeRelaxed(attempts.insert([attempt]))
          return viewOfAttempt(attempt)
        }),

      deliveries: (tenantId, id, request = {}) =>
        Effect.gen(function* () {
          const { outcome, ...asked } = yield* Effect.fromResult(decodeList(request))
          const page = yield* Effect.fromResult(requestedPage(asked))
          const endpoint = yield* find(tenantId, id)
          const found = yield* stored(attempts.list(tenantId, endpoint.id, page, outcome))
          return { data: found.map(viewOfAttempt), ...page }
        }),

      delivery: (tenantId, id, deliveryId) =>
        Effect.gen(function* () {
          const endpoint = yield* find(tenantId, id)
          const found = isId("dlv", deliveryId)
            ? yield* stored(attempts.find(tenantId, endpoint.id, deliveryId))
            : undefined
          if (found === undefined) return yield* new NotFound()
          const email = found.posted?.event.email_id
          const firsts =
            email === undefined || endpoint.format === null
              ? undefined
              : yield* stored(firstsOfSends([email]))
          return viewOfPosted(
            found,
            (event) => postedOf(event, endpoint, firsts?.get(event.data.email_id)).body
          )
        })
    }
    return made
  })
