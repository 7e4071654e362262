import { EmailStatus } from "@telemark/core"
import { Schema } from "effect"
import { AnyObject, Instant, TagsObject, WholeNumber } from "./wire.js"

const EmailSummary = Schema.Struct({
  id: Schema.String,
  recipient_email: Schema.String,
  sender_email: Schema.String,
  subject: Schema.String,
  status: EmailStatus,
  sent_at: Schema.NullOr(Instant),
  created_at: Instant
}).annotations({ identifier: "EmailSummary" })

export const EmailList = Schema.Struct({
  data: Schema.Array(EmailSummary),
  limit: WholeNumber,
  offset: WholeNumber,
  next: Schema.NullOr(Schema.String).annotations({ description: "The `after` of the next page; null if this one isn't full." })
}).annotations({ identifier: "EmailList" })

export const Email = Schema.Struct({
  ...EmailSummary.fields,
  template_id: Schema.NullOr(Schema.String),
  template_version: Schema.NullOr(WholeNumber).annotations({ description: "Which version of the template it was made from." }),
  smtp_provider: Schema.String.annotations({ description: "Who took it or refused it; empty until the first attempt." }),
  smtp_response: Schema.NullOr(Schema.String),
  error_message: Schema.NullOr(Schema.String),
  attempts: WholeNumber,
  next_attempt_at: Schema.NullOr(Instant),
  metadata: Schema.NullOr(AnyObject),
  tags: TagsObject,
  scheduled_at: Schema.NullOr(Instant).annotations({ description: "When it is, or was, to be sent; null: at once." })
}).annotations({ identifier: "Email" })

/** What a send is answered, with 201 or 200. */
export const SendResult = Schema.Struct({
  queued: Schema.Array(
    Schema.Struct({ id: Schema.String, recipient: Schema.String, status: Schema.Literal("queued") })
      .annotations({ identifier: "QueuedEmail" })
  ).annotations({ description: "In the order of `to`, `cc` and `bcc`." }),
  suppressed: Schema.Array(Schema.String).annotations({ description: "Addresses left out because they are suppressed." }),
  idempotent_replay: Schema.Boolean,
  warnings: Schema.optional(Schema.Array(Schema.String)),
  warning: Schema.optional(Schema.String)
})

const AcceptedEntry = Schema.Struct({ status: Schema.Literal(201, 200), ...SendResult.fields }).annotations({ identifier: "AcceptedEntry" })

const RefusedEntry = Schema.Struct({
  status: Schema.Number.annotations({
    jsonSchema: { type: "integer", minimum: 400, description: "What a send of its own would have been answered with." }
  }),
  error: Schema.String,
  message: Schema.String,
  details: Schema.optional(AnyObject)
}).annotations({ identifier: "RefusedEntry", description: "Nothing of this entry was queued, unless its status is 500 or 503: then it may have been. Repeat the whole batch under its Idempotency-Key."
})

/** What becomes of each entry of a batch. */
export const BatchResult = Schema.Struct({
  data: Schema.Array(Schema.Union(AcceptedEntry, RefusedEntry)).annotations({ description: "One for each entry, in their order." })
}).annotations({ identifier: "BatchResult" })
