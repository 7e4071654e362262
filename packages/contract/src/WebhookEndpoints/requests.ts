import { Schema } from "effect"
import { EventType } from "../Events/index.js"
import { optional, required } from "../members.js"
import { maxMembers } from "../Validation/index.js"
import { WebhookUrl } from "./url.js"

const wrongNumber = `must hold 1 to ${String(EventType.literals.length)} kinds of events`

const EventTypes = Schema.Array(EventType).pipe(
  Schema.filter((types) => {
    if (types.length === 0 || types.length > EventType.literals.length) return wrongNumber
    return new Set(types).size === types.length ? undefined : "must not name a kind of event twice"
  }, { jsonSchema: { minItems: 1, maxItems: EventType.literals.length, uniqueItems: true }, ...maxMembers(EventType.literals.length, wrongNumber) })
)

const url = "Where events are posted: http or https, without a user name."
const events = "Which kinds of events are posted."

/** A new endpoint. */
export const CreateWebhookEndpoint = Schema.Struct({
  url: required(WebhookUrl, url),
  events: required(EventTypes, events)
}).annotations({ identifier: "CreateWebhookEndpoint" })
export type CreateWebhookEndpoint = typeof CreateWebhookEndpoint.Type

/** Changes of an endpoint. A member that is left out stays as it is. */
export const UpdateWebhookEndpoint = Schema.Struct({
  url: optional(WebhookUrl, url),
  events: optional(EventTypes, events),
  active: optional(Schema.Boolean, "Whether it is posted to. Made inactive, it gets nothing more, nor what waits for it.")
}).annotations({ identifier: "UpdateWebhookEndpoint" })
export type UpdateWebhookEndpoint = typeof UpdateWebhookEndpoint.Type

/** The kind of event to post a sample of. */
export const TestWebhook = Schema.Struct({
  type: optional(EventType, "By default the first that the endpoint takes.")
}).annotations({ identifier: "TestWebhook" })
export type TestWebhook = typeof TestWebhook.Type

/** What to deliver again: one event, or those of a time range. */
export const ReplayWebhooks = Schema.Struct({
  event_id: optional(Schema.String, "One event, whatever its kind."),
  since: optional(Schema.String, "Events from this instant on (RFC 3339), of the kinds that the endpoint takes."),
  until: optional(Schema.String, "Events before this instant; by default now.")
}).annotations({ identifier: "ReplayWebhooks" })
export type ReplayWebhooks = typeof ReplayWebhooks.Type
