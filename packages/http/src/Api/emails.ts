import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { EmailStatus, emailStatuses, SendRequest } from "@telemark/core"
import { Schema } from "effect"
import { Authentication, requires } from "../Authentication/index.js"
import { errors } from "../Errors/index.js"
import { documented } from "./documented.js"
import { pageQuery, query } from "./query.js"
import { Timeline } from "./timeline.js"
import { answered, AnyObject, Instant, pageOf, WholeNumber } from "./wire.js"

const EmailSummary = Schema.Struct({
  id: Schema.String,
  recipient_email: Schema.String,
  sender_email: Schema.String,
  subject: Schema.String,
  status: EmailStatus,
  sent_at: Schema.NullOr(Instant),
  created_at: Instant
}).annotations({ identifier: "EmailSummary" })

const Email = Schema.Struct({
  ...EmailSummary.fields,
  template_id: Schema.NullOr(Schema.String),
  template_version: Schema.NullOr(WholeNumber).annotations({ description: "Which version of the template it was made from." }),
  smtp_provider: Schema.String.annotations({ description: "Who took it or refused it; empty until the first attempt." }),
  smtp_response: Schema.NullOr(Schema.String),
  error_message: Schema.NullOr(Schema.String),
  attempts: WholeNumber,
  next_attempt_at: Schema.NullOr(Instant),
  metadata: Schema.NullOr(AnyObject)
}).annotations({ identifier: "Email" })

const SendResult = Schema.Struct({
  queued: Schema.Array(
    Schema.Struct({ id: Schema.String, recipient: Schema.String, status: Schema.Literal("queued") })
      .annotations({ identifier: "QueuedEmail" })
  ),
  suppressed: Schema.Array(Schema.String).annotations({ description: "Addresses left out because they are suppressed." }),
  idempotent_replay: Schema.Boolean,
  warnings: Schema.optional(Schema.Array(Schema.String)),
  warning: Schema.optional(Schema.String)
})

const examples = {
  html: { to: "ada@example.com", from: "Shop <shop@example.com>", subject: "Your order", html: "<p>It is on its way.</p>" },
  text: { to: ["ada@example.com", "grace@example.com"], subject: "Maintenance tonight", text: "We are back by 23:00." },
  template: { to: "ada@example.com", template_id: "welcome", data: { name: "Ada" }, locale: "de-AT", metadata: { user_id: 42 } }
}

const StatusQuery = EmailStatus.annotations({
  identifier: "EmailStatus",
  message: () => ({ message: `must be one of ${emailStatuses.join(", ")}`, override: true })
})

const send = HttpApiEndpoint.post("send", "/send")
  .annotateContext(requires("email:send"))
  .annotate(OpenApi.Summary, "Send an email")
  .annotate(OpenApi.Description, "Queues one message for each recipient, all of them durably or none.")
  .annotate(
    OpenApi.Transform,
    documented({
      201: "The messages are queued, on disk.",
      200: "The result of an earlier send with the same Idempotency-Key; nothing was sent."
    }, examples)
  )
  .setHeaders(Schema.Struct({
    "idempotency-key": Schema.optional(Schema.String.annotations({
      description: "Within 24 hours, a repeated key answers with the first result and sends nothing; 1 to 255 characters."
    }))
  }))
  .setPayload(SendRequest)
  .addSuccess(answered(201, "SendResult", SendResult))
  .addSuccess(answered(200, "SendResult", SendResult))
  .addError(errors.ValidationFailed.schema)
  .addError(errors.PayloadTooLarge.schema)
  .addError(errors.CompilerBusy.schema)
  .addError(errors.RateLimited.schema)
  .addError(errors.MonthlyLimitExceeded.schema)

const list = HttpApiEndpoint.get("list", "/")
  .annotateContext(requires("email:read"))
  .annotate(OpenApi.Summary, "List emails, newest first")
  .setUrlParams(query({ ...pageQuery, status: Schema.optional(StatusQuery) }))
  .addSuccess(pageOf("EmailList", EmailSummary))
  .addError(errors.ValidationFailed.schema)

const get = HttpApiEndpoint.get("get", "/:id")
  .annotateContext(requires("email:read"))
  .annotate(OpenApi.Summary, "Get the log of one email")
  .setPath(Schema.Struct({ id: Schema.String }))
  .addSuccess(Email)
  .addError(errors.NotFound.schema)

const events = HttpApiEndpoint.get("events", "/:id/events")
  .annotateContext(requires("email:read"))
  .annotate(OpenApi.Summary, "Tell what happened to one email, oldest first, and what comes next")
  .setPath(Schema.Struct({ id: Schema.String }))
  .addSuccess(Timeline)
  .addError(errors.NotFound.schema)

/** Sending mail, and following what became of it. */
export const emailsGroup = HttpApiGroup.make("emails")
  .add(send)
  .add(list)
  .add(get)
  .add(events)
  .prefix("/v1/emails")
  .middleware(Authentication)
  .annotate(OpenApi.Title, "Emails")
