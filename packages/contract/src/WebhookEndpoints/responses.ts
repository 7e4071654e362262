import { Schema } from "effect"
import { EventType } from "../Events/index.js"
import { count, flag, instant, listOf, orNull, pageOf, text } from "../members.js"

const shared = {
  id: count("The endpoint's id."),
  url: text("The URL that events are posted to."),
  events: Schema.Array(EventType).annotate({
    description: "The types of events that are posted."
  }),
  active: flag("Whether events are posted to it."),
  created_at: instant("When it was created.")
}

/** Why the service disabled an endpoint. */
export const DisabledReason = Schema.Literals(["gone", "failing"])
export type DisabledReason = typeof DisabledReason.Type

/** A webhook endpoint, without its secret. */
export const WebhookEndpoint = Schema.Struct({
  ...shared,
  failing_since: orNull(
    instant("The time since which every attempt has failed; null if no failure is known.")
  ),
  disabled_reason: orNull(DisabledReason).annotate({
    description:
      "Why Telemark made it inactive: it answered 410 (`gone`), or every attempt failed for five days (`failing`)."
  })
}).annotate({ identifier: "WebhookEndpoint" })
export type WebhookEndpoint = typeof WebhookEndpoint.Type

export const WebhookEndpointList = listOf("WebhookEndpointList", "Newest first.", WebhookEndpoint)
export type WebhookEndpointList = typeof WebhookEndpointList.Type

const secret = text("`whsec_` and base64. It is shown only here.")
const warning = text("What to do with it.")

/** A new endpoint. Its secret is shown only here. */
export const CreatedWebhookEndpoint = Schema.Struct({ ...shared, secret, warning }).annotate({
  identifier: "CreatedWebhookEndpoint"
})
export type CreatedWebhookEndpoint = typeof CreatedWebhookEndpoint.Type

/** A new secret. */
export const RotatedWebhookSecret = Schema.Struct({
  id: shared.id,
  secret,
  former_secret_until: instant("The time until which the previous secret also signs."),
  warning
}).annotate({ identifier: "RotatedWebhookSecret" })
export type RotatedWebhookSecret = typeof RotatedWebhookSecret.Type

/** One attempt to post to an endpoint, or a test. */
export const WebhookAttempt = Schema.Struct({
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
}).annotate({ identifier: "WebhookAttempt" })
export type WebhookAttempt = typeof WebhookAttempt.Type

export const WebhookAttemptList = pageOf("WebhookAttemptList", "Newest first.", WebhookAttempt)
export type WebhookAttemptList = typeof WebhookAttemptList.Type

/** An attempt with what was posted. */
export const WebhookAttemptDetail = Schema.Struct({
  ...WebhookAttempt.fields,
  request: orNull(
    text("The body that was posted: the event as JSON. Null once the event is no longer stored.")
  )
}).annotate({ identifier: "WebhookAttemptDetail" })
export type WebhookAttemptDetail = typeof WebhookAttemptDetail.Type

/** The result of a replay request. */
export const ReplayedWebhooks = Schema.Struct({
  status: Schema.Literal("queued"),
  events: count("The number of events that are delivered again."),
  next_since: orNull(
    instant("The `since` of the next request if there are more events; null if these were all.")
  )
}).annotate({ identifier: "ReplayedWebhooks" })
export type ReplayedWebhooks = typeof ReplayedWebhooks.Type
