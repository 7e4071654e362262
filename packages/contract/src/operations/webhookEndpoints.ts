import type { Scope } from "../apiKeys.js"
import { Success } from "../members.js"
import { operatorWebhookSchemas } from "../operatorWebhookEndpoints.js"
import {
  ListWebhookAttempts,
  ReplayedWebhooks,
  ReplayWebhooks,
  tenantWebhookSchemas
} from "../webhookEndpoints.js"
import { RotatedWebhookSecret, type WebhookSchemas } from "../webhookSchemas.js"
import { del, get, patch, post } from "./Operation.js"

const id = { id: { description: "The endpoint's number.", isNumber: true } } as const

/** What differs between owners. */
interface Particulars<Type> {
  /** With its article. */
  readonly endpoint: string
  readonly list: string
  readonly create: string
  readonly event: string
  readonly examples: {
    readonly create: ReadonlyArray<Type>
    readonly update: ReadonlyArray<Type>
    readonly test: Type
  }
}

/** On the endpoints of an owner, which take its events. */
const endpointOperations = <
  const Path extends string,
  const Reading extends Scope,
  const Writing extends Scope,
  const Types extends ReadonlyArray<string>
>(
  path: Path,
  { reading, writing }: { readonly reading: Reading; readonly writing: Writing },
  schemas: WebhookSchemas<Types>,
  { create, endpoint, event, examples, list }: Particulars<Types[number]>
) => ({
  /** Its secret is only in this answer. */
  create: post(path, writing, `Create ${endpoint}`, {
    description: `${create} Its secret is in this answer and nowhere else.`,
    body: schemas.Create,
    response: schemas.Created,
    answers: { 201: "The endpoint. Its secret is shown only here." },
    mark: "secret",
    endsWithClient: true,
    examples: { delivery: { url: "https://example.com/hooks", events: examples.create } }
  }),
  list: get(path, reading, `List ${list}, newest first`, {
    response: schemas.EndpointList,
    answers: { 200: "All endpoints." },
    mark: "data"
  }),
  get: get(`${path}/:id`, reading, `Get ${endpoint}`, {
    parameters: id,
    response: schemas.Endpoint,
    answers: { 200: "The endpoint." },
    mark: "url",
    errors: ["NotFound"]
  }),
  /**
   * What is left out stays as it is. Once inactive, it receives nothing, not even what is already
   * queued.
   */
  update: patch(`${path}/:id`, writing, `Change ${endpoint}`, {
    parameters: id,
    description:
      "Members that you leave out stay as they are. An inactive endpoint gets no events, and events that waited for it are dropped.",
    body: schemas.Update,
    response: schemas.Endpoint,
    answers: { 200: "The changed endpoint." },
    mark: "url",
    errors: ["NotFound"],
    repeat: "always",
    endsWithClient: true,
    examples: { pause: { active: false }, events: { events: examples.update } }
  }),
  /** With what is queued for it. */
  remove: del(`${path}/:id`, writing, `Remove ${endpoint}, with the events that wait for it`, {
    parameters: id,
    response: Success,
    answers: { 200: "Removed." },
    mark: "success",
    errors: ["NotFound"]
  }),
  /** For 24 hours, the previous one signs as well. */
  rotateSecret: post(
    `${path}/:id/rotate-secret`,
    writing,
    `Create the next secret of ${endpoint}`,
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
  test: post(`${path}/:id/test`, writing, `Post a sample to ${endpoint}, once and at once`, {
    parameters: id,
    description:
      "Needs no body; `type` chooses the event type, by default the endpoint's first. Answers once the endpoint has answered, or after 15 seconds.",
    body: schemas.Test,
    isBodyOptional: true,
    response: schemas.Attempt,
    answers: { 200: "The attempt, whether or not it succeeded." },
    mark: "event_id",
    errors: ["NotFound", "WebhookTestsBusy"],
    endsWithClient: true,
    examples: { type: { type: examples.test } }
  }),
  deliveries: get(
    `${path}/:id/deliveries`,
    reading,
    `List the attempts at ${endpoint}, newest first`,
    {
      parameters: id,
      query: ListWebhookAttempts,
      response: schemas.AttemptList,
      answers: { 200: "A page of attempts." },
      mark: "data",
      errors: ["NotFound"],
      allPages: "allDeliveries"
    }
  ),
  delivery: get(
    `${path}/:id/deliveries/:delivery`,
    reading,
    `Get one attempt at ${endpoint}, with what was posted`,
    {
      parameters: { ...id, delivery: { description: "The attempt's id, `dlv_…`." } },
      response: schemas.AttemptDetail,
      answers: { 200: "The attempt." },
      mark: "event_id",
      errors: ["NotFound"]
    }
  ),
  replay: post(`${path}/:id/replay`, writing, `Deliver events to ${endpoint} again`, {
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
      event: { event_id: event },
      span: { since: "2026-11-21T08:00:00Z", until: "2026-11-21T09:30:00Z" }
    }
  })
})

export const webhookEndpoints = endpointOperations(
  "/webhook-endpoints",
  { reading: "webhook:read", writing: "webhook:write" },
  tenantWebhookSchemas,
  {
    endpoint: "a webhook endpoint",
    list: "webhook endpoints",
    create:
      "From now on, the tenant's events of these types are posted to it. A tenant has at most ten endpoints.",
    event: "evt_019a8c5e7d3b7f2a9c41d6e80b5f1a23",
    examples: {
      create: ["email.delivered", "email.bounced", "email.complained"],
      update: ["email.bounced", "email.failed"],
      test: "email.bounced"
    }
  }
)

/** No API key has the scope. */
export const operatorWebhookEndpoints = endpointOperations(
  "/operator/webhook-endpoints",
  { reading: "tenant:manage", writing: "tenant:manage" },
  operatorWebhookSchemas,
  {
    endpoint: "a webhook endpoint of the operator",
    list: "the operator's webhook endpoints",
    create:
      "From now on, events of these types of the whole deployment are posted to it. There are at most ten such endpoints.",
    event: "aud_019a8c5e7d3b7f2a9c41d6e80b5f1a23",
    examples: {
      create: ["audit.recorded", "tenant.paused"],
      update: ["audit.recorded"],
      test: "audit.recorded"
    }
  }
)
