import { Schema } from "effect"
import { EventType } from "../Events/index.js"
import { count, flag, instant, listOf, orNull, pageOf, text } from "../members.js"

const shared = {
  id: count("By this it is asked for."),
  url: text("Where events are posted."),
  events: Schema.Array(EventType).annotations({ description: "Which kinds of events are posted." }),
  active: flag("Whether it is posted to."),
  created_at: instant("When it was made.")
}

/** Why the service disabled an endpoint. */
export const DisabledReason = Schema.Literal("gone", "failing")
export type DisabledReason = typeof DisabledReason.Type

/** A webhook endpoint, without its secret. */
export const WebhookEndpoint = Schema.Struct({
  ...shared,
  failing_since: orNull(instant("Since when every attempt has failed; null if it works, as far as is known.")),
  disabled_reason: orNull(DisabledReason).annotations({
    description: "Why it was made inactive by itself: it answered 410 (`gone`), or nothing but failures came of it for five days (`failing`)."
  })
}).annotations({ identifier: "WebhookEndpoint" })
export type WebhookEndpoint = typeof WebhookEndpoint.Type

export const WebhookEndpointList = listOf("WebhookEndpointList", "Newest first.", WebhookEndpoint)
export type WebhookEndpointList = typeof WebhookEndpointList.Type

const secret = text("`whsec_` and base64. It is shown only here.")
const warning = text("What to do with it.")

/** A new endpoint. Its secret is shown only here. */
export const CreatedWebhookEndpoint = Schema.Struct({ ...shared, secret, warning }).annotations({ identifier: "CreatedWebhookEndpoint" })
export type CreatedWebhookEndpoint = typeof CreatedWebhookEndpoint.Type

/** A new secret. */
export const RotatedWebhookSecret = Schema.Struct({
  id: shared.id,
  secret,
  former_secret_until: instant("Until when the secret before signs too."),
  warning
}).annotations({ identifier: "RotatedWebhookSecret" })
export type RotatedWebhookSecret = typeof RotatedWebhookSecret.Type

/** One attempt to post to an endpoint, or a test. */
export const WebhookAttempt = Schema.Struct({
  id: text("The attempt's id."),
  event_id: text("The event that was posted."),
  type: EventType,
  attempt: count("From 1; 0 for a test."),
  status: Schema.Literal("delivered", "pending", "failed").annotations({
    description: "`delivered`: it was taken. `pending`: it wasn't, and is tried again. `failed`: it wasn't, and no longer waits."
  }),
  status_code: orNull(count("Of the answer; null if none came.")),
  duration_ms: count("How long it took, in milliseconds."),
  response: orNull(text("The first kB of the answer's body; null if none came.")),
  error: orNull(text("Why it wasn't taken; null if it was.")),
  next_attempt_at: orNull(instant("When it is tried again; null if it isn't.")),
  created_at: instant("When it was made.")
}).annotations({ identifier: "WebhookAttempt" })
export type WebhookAttempt = typeof WebhookAttempt.Type

export const WebhookAttemptList = pageOf("WebhookAttemptList", "Newest first.", WebhookAttempt)
export type WebhookAttemptList = typeof WebhookAttemptList.Type

/** The result of a replay request. */
export const ReplayedWebhooks = Schema.Struct({
  status: Schema.Literal("queued"),
  events: count("How many are delivered again."),
  next_since: orNull(instant("The `since` of the next request if there were more than one takes; null if these were all."))
}).annotations({ identifier: "ReplayedWebhooks" })
export type ReplayedWebhooks = typeof ReplayedWebhooks.Type
