import { EventType } from "@telemark/core"
import { Schema } from "effect"
import { AnyObject, Instant, TagsObject, WholeNumber } from "./wire.js"

const shared = {
  id: WholeNumber,
  url: Schema.String,
  events: Schema.Array(EventType),
  active: Schema.Boolean,
  created_at: Instant
}

const secret = Schema.String.annotations({ description: "`whsec_` and base64. It is shown only here." })

/** An endpoint as it is shown ever after. */
export const WebhookEndpoint = Schema.Struct({
  ...shared,
  failing_since: Schema.NullOr(Instant).annotations({ description: "Since when every attempt has failed." }),
  disabled_reason: Schema.NullOr(Schema.Literal("gone", "failing")).annotations({
    description: "Why it was made inactive by itself: it answered 410 (`gone`), or nothing but failures came of it for five days (`failing`)."
  })
}).annotations({ identifier: "WebhookEndpoint" })

/** An endpoint as the request that makes it is answered. */
export const CreatedWebhookEndpoint = Schema.Struct({ ...shared, secret, warning: Schema.String })

export const WebhookEndpointList = Schema.Struct({ data: Schema.Array(WebhookEndpoint) }).annotations({ identifier: "WebhookEndpointList" })

export const RotatedWebhookSecret = Schema.Struct({
  id: WholeNumber,
  secret,
  former_secret_until: Instant.annotations({ description: "Until when the secret before signs too." }),
  warning: Schema.String
}).annotations({ identifier: "RotatedWebhookSecret" })

/** One attempt at an endpoint, or a test of it. */
export const WebhookAttempt = Schema.Struct({
  id: Schema.String,
  event_id: Schema.String,
  type: EventType,
  attempt: WholeNumber.annotations({ description: "From 1; 0 for a test." }),
  status: Schema.Literal("delivered", "pending", "failed").annotations({
    description: "`delivered`: it was taken. `pending`: it wasn't, and is tried again. `failed`: it wasn't, and no longer waits."
  }),
  status_code: Schema.NullOr(WholeNumber).annotations({ description: "Of the answer; null if none came." }),
  duration_ms: WholeNumber,
  response: Schema.NullOr(Schema.String).annotations({ description: "The first kB of the answer's body." }),
  error: Schema.NullOr(Schema.String).annotations({ description: "Why it wasn't taken." }),
  next_attempt_at: Schema.NullOr(Instant),
  created_at: Instant
}).annotations({ identifier: "WebhookAttempt" })

export const ReplayedWebhooks = Schema.Struct({
  status: Schema.Literal("queued"),
  events: WholeNumber.annotations({ description: "How many are delivered again." }),
  next_since: Schema.NullOr(Instant).annotations({ description: "The `since` of the next request if there were more than one takes." })
}).annotations({ identifier: "ReplayedWebhooks" })

const EmailEventData = Schema.Struct({
  email_id: Schema.String,
  recipient: Schema.String,
  sender: Schema.String,
  subject: Schema.String,
  status: Schema.String.annotations({ description: "The message's status once the event had happened." }),
  template_id: Schema.NullOr(Schema.String),
  metadata: Schema.NullOr(AnyObject),
  tags: TagsObject,
  attempts: WholeNumber,
  smtp_response: Schema.NullOr(Schema.String),
  error_message: Schema.NullOr(Schema.String),
  next_attempt_at: Schema.NullOr(Instant),
  link: Schema.optional(Schema.String.annotations({ description: "Of `email.clicked`: where the link goes." })),
  user_agent: Schema.optional(Schema.String.annotations({ description: "Of `email.opened` and `email.clicked`." })),
  machine: Schema.optional(Schema.Boolean.annotations({ description: "Of `email.opened` and `email.clicked`: whether it was a program, as far as can be told." }))
}).annotations({ identifier: "EmailEventData" })

/** What endpoints are posted. No operation takes or answers it. */
export const EmailEvent = Schema.Struct({
  id: Schema.String.annotations({ description: "`evt_…`; the same however often the event is delivered." }),
  type: EventType,
  created_at: Instant,
  data: EmailEventData
}).annotations({ identifier: "EmailEvent" })
