import { Schema } from "effect"
import { EventType } from "../Events/index.js"
import { optional, required } from "../members.js"
import { PageRequest } from "../Paging/index.js"
import { maxMembers } from "../Validation/index.js"
import { WebhookUrl } from "./url.js"

const wrongNumber = `must have 1 to ${String(EventType.literals.length)} event types`

const EventTypes = Schema.Array(EventType).pipe(
  Schema.check(
    Schema.makeFilter(
      (types) => {
        if (types.length === 0 || types.length > EventType.literals.length) return wrongNumber
        return new Set(types).size === types.length
          ? undefined
          : "must not name an event type twice"
      },
      {
        jsonSchema: { minItems: 1, maxItems: EventType.literals.length, uniqueItems: true },
        ...maxMembers(EventType.literals.length, wrongNumber)
      }
    )
  )
)

const url = "The URL that events are posted to: http or https, without a user name."
const events = "The types of events that are posted."

/** A new endpoint. */
export const CreateWebhookEndpoint = Schema.Struct({
  url: required(WebhookUrl, url),
  events: required(EventTypes, events)
}).annotate({ identifier: "CreateWebhookEndpoint" })
export type CreateWebhookEndpoint = typeof CreateWebhookEndpoint.Type

/** Changes of an endpoint. A member that is left out stays as it is. */
export const UpdateWebhookEndpoint = Schema.Struct({
  url: optional(WebhookUrl, url),
  events: optional(EventTypes, events),
  active: optional(
    Schema.Boolean,
    "Whether events are posted to it. An inactive endpoint gets no events, and events that waited for it are dropped."
  )
}).annotate({ identifier: "UpdateWebhookEndpoint" })
export type UpdateWebhookEndpoint = typeof UpdateWebhookEndpoint.Type

/** The kind of event to post a sample of. */
export const TestWebhook = Schema.Struct({
  type: optional(EventType, "The event type; by default the endpoint's first.")
}).annotate({ identifier: "TestWebhook" })
export type TestWebhook = typeof TestWebhook.Type

/** What endpoints made of an attempt. */
export const WebhookAttemptOutcome = Schema.Literals(["accepted", "refused"]).annotate({
  identifier: "WebhookAttemptOutcome"
})
export type WebhookAttemptOutcome = typeof WebhookAttemptOutcome.Type

/** Which attempts to list. */
export const ListWebhookAttempts = Schema.Struct({
  ...PageRequest.fields,
  outcome: optional(
    WebhookAttemptOutcome,
    "Only attempts that the endpoint accepted, or only those that it refused or didn't answer, among its newest 10,000."
  )
}).annotate({ identifier: "ListWebhookAttempts" })
export type ListWebhookAttempts = typeof ListWebhookAttempts.Type

/** What to deliver again: one event, or those of a time range. */
export const ReplayWebhooks = Schema.Struct({
  event_id: optional(Schema.String, "The id of one event, of any type."),
  since: optional(
    Schema.String,
    "Events from this instant on (RFC 3339), of the endpoint's event types."
  ),
  until: optional(Schema.String, "Events before this instant; by default now.")
}).annotate({ identifier: "ReplayWebhooks" })
export type ReplayWebhooks = typeof ReplayWebhooks.Type
