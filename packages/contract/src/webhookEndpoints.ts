import { Schema } from "effect"
import { busy, defineError } from "./defineError.js"
import { EventType } from "./events.js"
import { count, instant, named, optional, orNull } from "./members.js"
import { PageRequest } from "./paging.js"
import { webhookSchemas } from "./webhookSchemas.js"

export const tenantWebhookSchemas = webhookSchemas("", EventType)

export const CreateWebhookEndpoint = tenantWebhookSchemas.Create
export type CreateWebhookEndpoint = typeof CreateWebhookEndpoint.Type

export const UpdateWebhookEndpoint = tenantWebhookSchemas.Update
export type UpdateWebhookEndpoint = typeof UpdateWebhookEndpoint.Type

export const TestWebhook = tenantWebhookSchemas.Test
export type TestWebhook = typeof TestWebhook.Type

export const WebhookEndpoint = tenantWebhookSchemas.Endpoint
export type WebhookEndpoint = typeof WebhookEndpoint.Type

export const WebhookEndpointList = tenantWebhookSchemas.EndpointList
export type WebhookEndpointList = typeof WebhookEndpointList.Type

export const CreatedWebhookEndpoint = tenantWebhookSchemas.Created
export type CreatedWebhookEndpoint = typeof CreatedWebhookEndpoint.Type

export const WebhookAttempt = tenantWebhookSchemas.Attempt
export type WebhookAttempt = typeof WebhookAttempt.Type

export const WebhookAttemptList = tenantWebhookSchemas.AttemptList
export type WebhookAttemptList = typeof WebhookAttemptList.Type

export const WebhookAttemptDetail = tenantWebhookSchemas.AttemptDetail
export type WebhookAttemptDetail = typeof WebhookAttemptDetail.Type

export const WebhookAttemptOutcome = Schema.Literals(["accepted", "refused"]).annotate({
  identifier: "WebhookAttemptOutcome"
})
export type WebhookAttemptOutcome = typeof WebhookAttemptOutcome.Type

export const ListWebhookAttempts = named("ListWebhookAttempts", {
  ...PageRequest.fields,
  outcome: optional(
    WebhookAttemptOutcome,
    "Only attempts that the endpoint accepted, or only those that it refused or didn't answer, among its newest 10,000."
  )
})
export type ListWebhookAttempts = typeof ListWebhookAttempts.Type

export const ReplayWebhooks = named("ReplayWebhooks", {
  event_id: optional(Schema.String, "The id of one event, of any type."),
  since: optional(
    Schema.String,
    "Events from this instant on (RFC 3339), of the endpoint's event types."
  ),
  until: optional(Schema.String, "Events before this instant; by default now.")
})
export type ReplayWebhooks = typeof ReplayWebhooks.Type

export const ReplayedWebhooks = named("ReplayedWebhooks", {
  status: Schema.Literal("queued"),
  events: count("The number of events that are delivered again."),
  next_since: orNull(
    instant("The `since` of the next request if there are more events; null if these were all.")
  )
})
export type ReplayedWebhooks = typeof ReplayedWebhooks.Type

export class WebhookTestsBusy extends defineError(
  "WebhookTestsBusy",
  busy(5, "Too many webhook endpoints are being tested at once.", "Nothing was posted")
) {}
