import { Success } from "../members.js"
import { PageRequest } from "../Paging/index.js"
import {
  CreatedWebhookEndpoint, CreateWebhookEndpoint, ReplayedWebhooks, ReplayWebhooks, RotatedWebhookSecret, TestWebhook, UpdateWebhookEndpoint,
  WebhookAttempt, WebhookAttemptList, WebhookEndpoint, WebhookEndpointList
} from "../WebhookEndpoints/index.js"
import { operation } from "./Operation.js"

const id = { id: { description: "The number of the endpoint.", isNumber: true } } as const

export const webhookEndpoints = {
  /** Creates an endpoint. Its secret is only in this answer. */
  create: operation({
    method: "POST",
    path: "/webhook-endpoints",
    scope: "webhook:write",
    summary: "Create a webhook endpoint",
    description: "From now on the tenant's events of these kinds are posted to it. Its secret is in this answer and nowhere else. A tenant has ten endpoints at most.",
    body: CreateWebhookEndpoint,
    response: CreatedWebhookEndpoint,
    answers: { 201: "The endpoint. Its secret is shown only here." },
    mark: "secret",
    endsWithClient: true,
    examples: { delivery: { url: "https://example.com/hooks", events: ["email.delivered", "email.bounced", "email.complained"] } }
  }),
  /** Lists all endpoints, newest first. */
  list: operation({
    method: "GET",
    path: "/webhook-endpoints",
    scope: "webhook:read",
    summary: "List webhook endpoints, newest first",
    response: WebhookEndpointList,
    answers: { 200: "All of them." },
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
    answers: { 200: "How it stands." },
    mark: "url",
    errors: ["NotFound"]
  }),
  /** Changes an endpoint; what is left out stays as it is. Once inactive, it receives nothing, not even what is already queued. */
  update: operation({
    method: "PATCH",
    path: "/webhook-endpoints/:id",
    parameters: id,
    scope: "webhook:write",
    summary: "Change a webhook endpoint",
    description: "What is left out stays as it is. Made inactive, it gets nothing more, nor what was waiting for it.",
    body: UpdateWebhookEndpoint,
    response: WebhookEndpoint,
    answers: { 200: "How it stands now." },
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
    summary: "Remove a webhook endpoint, with what was waiting for it",
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
    summary: "Make a webhook endpoint's next secret",
    description: "Takes no body. The secret before signs beside it for 24 hours.",
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
    description: "Needs no body; `type` chooses the kind of event, by default the first that the endpoint takes. Answers once the endpoint has, or after 15 seconds.",
    body: TestWebhook,
    isBodyOptional: true,
    response: WebhookAttempt,
    answers: { 200: "What came of it, whether or not it was taken." },
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
    query: PageRequest,
    response: WebhookAttemptList,
    answers: { 200: "A page of them." },
    mark: "data",
    errors: ["NotFound"],
    allPages: "allDeliveries"
  }),
  /** Delivers one event, or those of a time range, again. */
  replay: operation({
    method: "POST",
    path: "/webhook-endpoints/:id/replay",
    parameters: id,
    scope: "webhook:write",
    summary: "Deliver events to a webhook endpoint again",
    description: "Either one event, whatever its kind, or those from `since` to before `until` (by default now) of the kinds that the endpoint takes. Their ids stay the same.",
    body: ReplayWebhooks,
    response: ReplayedWebhooks,
    answers: { 200: "They are queued. Where `next_since` isn't null, ask again from there for the rest." },
    mark: "events",
    errors: ["NotFound"],
    endsWithClient: true,
    examples: {
      event: { event_id: "evt_019a8c5e7d3b7f2a9c41d6e80b5f1a23" },
      span: { since: "2026-11-21T08:00:00Z", until: "2026-11-21T09:30:00Z" }
    }
  })
} as const
