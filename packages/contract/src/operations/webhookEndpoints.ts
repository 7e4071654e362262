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
import { del, get, patch, post } from "./Operation.js"

const id = { id: { description: "The endpoint's number.", isNumber: true } } as const

export const webhookEndpoints = {
  /** Its secret is only in this answer. */
  create: post("/webhook-endpoints", "webhook:write", "Create a webhook endpoint", {
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
  list: get("/webhook-endpoints", "webhook:read", "List webhook endpoints, newest first", {
    response: WebhookEndpointList,
    answers: { 200: "All endpoints." },
    mark: "data"
  }),
  get: get("/webhook-endpoints/:id", "webhook:read", "Get a webhook endpoint", {
    parameters: id,
    response: WebhookEndpoint,
    answers: { 200: "The endpoint." },
    mark: "url",
    errors: ["NotFound"]
  }),
  /**
   * What is left out stays as it is. Once inactive, it receives nothing, not even what is already
   * queued.
   */
  update: patch("/webhook-endpoints/:id", "webhook:write", "Change a webhook endpoint", {
    parameters: id,
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
  /** With what is queued for it. */
  remove: del(
    "/webhook-endpoints/:id",
    "webhook:write",
    "Remove a webhook endpoint, with the events that wait for it",
    {
      parameters: id,
      response: Success,
      answers: { 200: "Removed." },
      mark: "success",
      errors: ["NotFound"]
    }
  ),
  /** For 24 hours, the previous one signs as well. */
  rotateSecret: post(
    "/webhook-endpoints/:id/rotate-secret",
    "webhook:write",
    "Create a webhook endpoint's next secret",
    {
      parameters: id,
      description: "Takes no body. The previous secret also signs for 24 more hours.",
      response: RotatedWebhookSecret,
      answers: { 200: "The new secret. It is shown only here." },
      mark: "secret",
      errors: ["NotFound"]
    }
  ),
  /** Once, immediately. */
  test: post(
    "/webhook-endpoints/:id/test",
    "webhook:write",
    "Post a sample to a webhook endpoint, once and at once",
    {
      parameters: id,
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
    }
  ),
  deliveries: get(
    "/webhook-endpoints/:id/deliveries",
    "webhook:read",
    "List the attempts at a webhook endpoint, newest first",
    {
      parameters: id,
      query: ListWebhookAttempts,
      response: WebhookAttemptList,
      answers: { 200: "A page of attempts." },
      mark: "data",
      errors: ["NotFound"],
      allPages: "allDeliveries"
    }
  ),
  delivery: get(
    "/webhook-endpoints/:id/deliveries/:delivery",
    "webhook:read",
    "Get one attempt at a webhook endpoint, with what was posted",
    {
      parameters: { ...id, delivery: { description: "The attempt's id, `dlv_…`." } },
      response: WebhookAttemptDetail,
      answers: { 200: "The attempt." },
      mark: "event_id",
      errors: ["NotFound"]
    }
  ),
  replay: post(
    "/webhook-endpoints/:id/replay",
    "webhook:write",
    "Deliver events to a webhook endpoint again",
    {
      parameters: id,
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
    }
  )
} as const
