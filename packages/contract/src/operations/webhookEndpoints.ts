import { Success } from "../members.js"
import {
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  ListWebhookAttempts,
  ReplayedWebhooks,
  ReplayWebhooks,
  RotatedWebhookSecret,
  TestWebhook,
  UpdateWebhookEndpoint,
  WebhookAttempt,
  WebhookAttemptDetail,
  WebhookAttemptList,
  WebhookEndpoint,
  WebhookEndpointList
} from "../webhookEndpoints.js"
import { operation } from "./Operation.js"

const id = { id: { description: "The endpoint's number.", isNumber: true } } as const

export const webhookEndpoints = {
  /** Creates an endpoint. Its secret is only in this answer. */
  create: operation({
    method: "POST",
    path: "/webhook-endpoints",
    scope: "webhook:write",
    summary: "Create a webhook endpoint",
    description:
      "From now on, the tenant's events of these types are posted to it. Its secret is in this answer and nowhere else. A tenant has at most ten endpoints.",
    body: CreateWebhookEndpoint,
    response: CreatedWebhookEndpoint,
    answers: { 201: "The endpoint. Its secret is shown only here." },
    mark: "secret",
    endsWithClient: true,
    examples: {
      delivery: {
        url: "https://example.com/hooks",
        events: ["email.delivered", "email.bounced", "email.complained"]
      }
    }
  }),
  /** Lists all endpoints, newest first. */
  list: operation({
    method: "GET",
    path: "/webhook-endpoints",
    scope: "webhook:read",
    summary: "List webhook endpoints, newest first",
    response: WebhookEndpointList,
    answers: { 200: "All endpoints." },
    mark: "data"
  }),
  /** Returns an endpoint without its secret. */
  get: operation({
    method: "GET",
    path: "/webhook-endpoints/:id",
    parameters: id,
    scope: "webhook:read",
    summary: "Get a webhook endpoint",
    response: WebhookEndpoint,
    answers: { 200: "The endpoint." },
    mark: "url",
    errors: ["NotFound"]
  }),
  /**
   * Changes an endpoint; what is left out stays as it is. Once inactive, it receives nothing, not
   * even what is already queued.
   */
  update: operation({
    method: "PATCH",
    path: "/webhook-endpoints/:id",
    parameters: id,
    scope: "webhook:write",
    summary: "Change a webhook endpoint",
    description:
      "Members that you leave out stay as they are. An inactive endpoint gets no events, and events that waited for it are dropped.",
    body: UpdateWebhookEndpoint,
    response: WebhookEndpoint,
    answers: { 200: "The changed endpoint." },
    mark: "url",
    errors: ["NotFound"],
    repeat: "always",
    endsWithClient: true,
    examples: { pause: { active: false }, events: { events: ["email.bounced", "email.failed"] } }
  }),
  /** Removes an endpoint and what is queued for it. */
  remove: operation({
    method: "DELETE",
    path: "/webhook-endpoints/:id",
    parameters: id,
    scope: "webhook:write",
    summary: "Remove a webhook endpoint, with the events that wait for it",
    response: Success,
    answers: { 200: "Removed." },
    mark: "success",
    errors: ["NotFound"]
  }),
  /** Creates a new secret. For 24 hours, the previous one signs as well. */
  rotateSecret: operation({
    method: "POST",
    path: "/webhook-endpoints/:id/rotate-secret",
    parameters: id,
    scope: "webhook:write",
    summary: "Create a webhook endpoint's next secret",
    description: "Takes no body. The previous secret also signs for 24 more hours.",
    response: RotatedWebhookSecret,
    answers: { 200: "The new secret. It is shown only here." },
    mark: "secret",
    errors: ["NotFound"]
  }),
  /** Posts a signed sample once, immediately, and returns the result. */
  test: operation({
    method: "POST",
    path: "/webhook-endpoints/:id/test",
    parameters: id,
    scope: "webhook:write",
    summary: "Post a sample to a webhook endpoint, once and at once",
    description:
      "Needs no body; `type` chooses the event type, by default the endpoint's first. Answers once the endpoint has answered, or after 15 seconds.",
    body: TestWebhook,
    isBodyOptional: true,
    response: WebhookAttempt,
    answers: { 200: "The attempt, whether or not it succeeded." },
    mark: "event_id",
    errors: ["NotFound", "WebhookTestsBusy"],
    endsWithClient: true,
    examples: { bounce: { type: "email.bounced" } }
  }),
  /** Lists the attempts at an endpoint, newest first. */
  deliveries: operation({
    method: "GET",
    path: "/webhook-endpoints/:id/deliveries",
    parameters: id,
    scope: "webhook:read",
    summary: "List the attempts at a webhook endpoint, newest first",
    query: ListWebhookAttempts,
    response: WebhookAttemptList,
    answers: { 200: "A page of attempts." },
    mark: "data",
    errors: ["NotFound"],
    allPages: "allDeliveries"
  }),
  /** Returns one attempt with the body that was posted. */
  delivery: operation({
    method: "GET",
    path: "/webhook-endpoints/:id/deliveries/:delivery",
    parameters: { ...id, delivery: { description: "The attempt's id, `dlv_…`." } },
    scope: "webhook:read",
    summary: "Get one attempt at a webhook endpoint, with what was posted",
    response: WebhookAttemptDetail,
    answers: { 200: "The attempt." },
    mark: "event_id",
    errors: ["NotFound"]
  }),
  /** Delivers one event, or those of a time range, again. */
  replay: operation({
    method: "POST",
    path: "/webhook-endpoints/:id/replay",
    parameters: id,
    scope: "webhook:write",
    summary: "Deliver events to a webhook endpoint again",
    description:
      "Either one event of any type, or the endpoint's event types from `since` until before `until` (by default now). Their ids stay the same.",
    body: ReplayWebhooks,
    response: ReplayedWebhooks,
    answers: {
      200: "The events are queued. If `next_since` isn't null, repeat the request with it as `since` for the rest."
    },
    mark: "events",
    errors: ["NotFound"],
    endsWithClient: true,
    examples: {
      event: { event_id: "evt_019a8c5e7d3b7f2a9c41d6e80b5f1a23" },
      span: { since: "2026-11-21T08:00:00Z", until: "2026-11-21T09:30:00Z" }
    }
  })
} as const
