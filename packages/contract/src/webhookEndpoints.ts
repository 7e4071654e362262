import { Schema } from "effect"
import { busy, defineError } from "./defineError.js"
import { EventType } from "./events.js"
import { count, flag, instant, list, named, optional, orNull, required, text } from "./members.js"
import { pageOf, PageRequest, wholeListOf } from "./paging.js"
import { maxMembers } from "./validation/bounds.js"
import { StorableText } from "./validation/text.js"
import { maxUrlLength, webUrlProblem } from "./validation/webUrl.js"

/** The network policy decides whether its host may be reached. */
export const WebhookUrl = StorableText.pipe(
  Schema.check(
    Schema.makeFilter((text: string) => webUrlProblem(text, "https://example.com/hooks"), {
      jsonSchema: { format: "uri", maxLength: maxUrlLength }
    })
  )
)

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

export const CreateWebhookEndpoint = named("CreateWebhookEndpoint", {
  url: required(WebhookUrl, url),
  events: required(EventTypes, events)
})
export type CreateWebhookEndpoint = typeof CreateWebhookEndpoint.Type

/** A member that is left out stays as it is. */
export const UpdateWebhookEndpoint = named("UpdateWebhookEndpoint", {
  url: optional(WebhookUrl, url),
  events: optional(EventTypes, events),
  active: optional(
    Schema.Boolean,
    "Whether events are posted to it. An inactive endpoint gets no events, and events that waited for it are dropped."
  )
})
export type UpdateWebhookEndpoint = typeof UpdateWebhookEndpoint.Type

export const TestWebhook = named("TestWebhook", {
  type: optional(EventType, "The event type; by default the endpoint's first.")
})
export type TestWebhook = typeof TestWebhook.Type

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

const shared = {
  id: count("The endpoint's id."),
  url: text("The URL that events are posted to."),
  events: list(EventType, "The types of events that are posted."),
  active: flag("Whether events are posted to it."),
  created_at: instant("When it was created.")
}

export const DisabledReason = Schema.Literals(["gone", "failing"])
export type DisabledReason = typeof DisabledReason.Type

export const WebhookEndpoint = named("WebhookEndpoint", {
  ...shared,
  failing_since: orNull(
    instant("The time since which every attempt has failed; null if no failure is known.")
  ),
  disabled_reason: orNull(DisabledReason).annotate({
    description:
      "Why Telemark made it inactive: it answered 410 (`gone`), or every attempt failed for five days (`failing`)."
  })
})
export type WebhookEndpoint = typeof WebhookEndpoint.Type

export const WebhookEndpointList = wholeListOf(
  "WebhookEndpointList",
  "Newest first.",
  WebhookEndpoint
)
export type WebhookEndpointList = typeof WebhookEndpointList.Type

const secret = text("`whsec_` and base64. It is shown only here.")
const warning = text("What to do with it.")

/** Its secret is shown only here. */
export const CreatedWebhookEndpoint = named("CreatedWebhookEndpoint", {
  ...shared,
  secret,
  warning
})
export type CreatedWebhookEndpoint = typeof CreatedWebhookEndpoint.Type

export const RotatedWebhookSecret = named("RotatedWebhookSecret", {
  id: shared.id,
  secret,
  former_secret_until: instant("The time until which the previous secret also signs."),
  warning
})
export type RotatedWebhookSecret = typeof RotatedWebhookSecret.Type

export const WebhookAttempt = named("WebhookAttempt", {
  id: text("The attempt's id."),
  event_id: text("The id of the posted event."),
  type: EventType,
  attempt: count("The number of the attempt, from 1; 0 for a test."),
  status: Schema.Literals(["delivered", "pending", "failed"]).annotate({
    description:
      "`delivered`: the endpoint accepted the event. `pending`: it didn't, and there will be another attempt. `failed`: it didn't, and there will be none."
  }),
  status_code: orNull(count("The status of the answer; null if none came.")),
  duration_ms: count("How long it took, in milliseconds."),
  response: orNull(text("The first kB of the answer's body; null if no answer came.")),
  error: orNull(text("Why the attempt failed; null if it succeeded.")),
  next_attempt_at: orNull(instant("When the next attempt is due; null if there will be none.")),
  created_at: instant("When it was created.")
})
export type WebhookAttempt = typeof WebhookAttempt.Type

export const WebhookAttemptList = pageOf("WebhookAttemptList", WebhookAttempt)
export type WebhookAttemptList = typeof WebhookAttemptList.Type

export const WebhookAttemptDetail = named("WebhookAttemptDetail", {
  ...WebhookAttempt.fields,
  request: orNull(
    text("The body that was posted: the event as JSON. Null once the event is no longer stored.")
  )
})
export type WebhookAttemptDetail = typeof WebhookAttemptDetail.Type

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
