import { del, get, patch, post } from "../Calls/index.js"
import type {
  CreatedWebhookEndpoint, CreateWebhookEndpoint, Listed, Paged, PageRequest, ReplayedWebhooks, ReplayWebhooks, RotatedWebhookSecret, Success,
  TestWebhook, UpdateWebhookEndpoint, WebhookAttempt, WebhookEndpoint
} from "../Contract/index.js"
import type { Many, One, Promises, Runner, Style } from "./Style.js"

/** URLs that the tenant's events are posted to. */
export interface WebhookEndpointsApi<S extends Style = Promises> {
  /** Makes an endpoint; its secret, which `verifyWebhook` needs, is shown in this answer and never again. */
  readonly create: (request: CreateWebhookEndpoint, options?: S["options"]) => One<S, CreatedWebhookEndpoint>
  /** All of them, newest first. */
  readonly list: (options?: S["options"]) => One<S, Listed<WebhookEndpoint>>
  /** One endpoint, and whether it works. */
  readonly get: (id: number, options?: S["options"]) => One<S, WebhookEndpoint>
  /** Changes what is given. An endpoint that is made inactive gets nothing any more, and what waited for it is dropped. */
  readonly update: (id: number, request: UpdateWebhookEndpoint, options?: S["options"]) => One<S, WebhookEndpoint>
  /** Removes the endpoint; what waited for it is dropped. */
  readonly remove: (id: number, options?: S["options"]) => One<S, Success>
  /** Makes a new secret; the one before signs too for 24 h. */
  readonly rotateSecret: (id: number, options?: S["options"]) => One<S, RotatedWebhookSecret>
  /** Posts a signed sample, once and at once, which takes up to 15 seconds, and says what came of it. */
  readonly test: (id: number, request?: TestWebhook, options?: S["options"]) => One<S, WebhookAttempt>
  /** One page of the attempts at an endpoint, newest first. */
  readonly deliveries: (id: number, request?: PageRequest, options?: S["options"]) => One<S, Paged<WebhookAttempt>>
  /** All attempts at an endpoint, newest first. Pages are counted by rows: what happens meanwhile may make one show twice. */
  readonly allDeliveries: (id: number, options?: S["options"]) => Many<S, WebhookAttempt>
  /** Delivers again: one event, or those of a span of time. */
  readonly replay: (id: number, request: ReplayWebhooks, options?: S["options"]) => One<S, ReplayedWebhooks>
}

/** Webhook endpoints, carried out by that runner. */
export const makeWebhookEndpoints = <S extends Style>({ many, one }: Runner<S>): WebhookEndpointsApi<S> => ({
  create: (request, options) => one(post(["webhook-endpoints"], { body: request, has: "secret" }), options),
  list: (options) => one(get(["webhook-endpoints"], { lists: "data" }), options),
  get: (id, options) => one(get(["webhook-endpoints", id], { has: "url" }), options),
  update: (id, request, options) => one(patch(["webhook-endpoints", id], { body: request, has: "url", repeat: "always" }), options),
  remove: (id, options) => one(del(["webhook-endpoints", id], { has: "success" }), options),
  rotateSecret: (id, options) => one(post(["webhook-endpoints", id, "rotate-secret"], { has: "secret" }), options),
  test: (id, request, options) => one(post(["webhook-endpoints", id, "test"], { body: request, has: "event_id" }), options),
  deliveries: (id, request, options) => one(get(["webhook-endpoints", id, "deliveries"], { query: request, lists: "data" }), options),
  allDeliveries: (id, options) => many((position) => get(["webhook-endpoints", id, "deliveries"], { query: position, lists: "data" }), options),
  replay: (id, request, options) => one(post(["webhook-endpoints", id, "replay"], { body: request, has: "events" }), options)
})
