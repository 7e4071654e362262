import { Schema } from "effect"
import { EventType, FailureCode } from "../Events/index.js"
import { anyObject, count, flag, instant, orNull, pageOf, text, texts } from "../members.js"
import { KeptMembers } from "./keptMembers.js"
import { EmailStatus } from "./status.js"

/** One recipient of a send, with the id of its message. */
export const QueuedEmail = Schema.Struct({
  id: text("The message's id."),
  recipient: text("The recipient's address."),
  status: Schema.Literal("queued")
}).annotate({ identifier: "QueuedEmail" })
export type QueuedEmail = typeof QueuedEmail.Type

const sendResult = {
  queued: Schema.Array(QueuedEmail).annotate({
    description: "One message for each recipient, in the order of `to`, `cc` and `bcc`."
  }),
  suppressed: texts("Addresses that were left out because they are suppressed."),
  idempotent_replay: flag(
    "Whether this repeats the answer to an earlier send with the same Idempotency-Key; if so, nothing was sent."
  ),
  warnings: Schema.optional(
    texts(
      "Parts of the request that were accepted but changed or ignored: unknown members, header fields that the service writes itself or that don't work, variables without a value; also mail that will be sent unsigned."
    )
  ),
  warning: Schema.optional(
    text("On a replay whose body differs from the first one's: nothing of this body was sent.")
  )
}

/** The answer to a send. */
export const SendResult = Schema.Struct(sendResult).annotate({ identifier: "SendResult" })
export type SendResult = typeof SendResult.Type

const AcceptedEntry = Schema.Struct({
  status: Schema.Literals([201, 200]).annotate({
    description: "The HTTP status that a separate send would have had."
  }),
  ...sendResult
}).annotate({ identifier: "AcceptedEntry" })

const RefusedEntry = Schema.Struct({
  status: Schema.Number.annotate({
    jsonSchema: {
      type: "integer",
      minimum: 400,
      description: "The HTTP status that a separate send would have had."
    }
  }),
  error: text("The code of the error."),
  message: text("What is wrong and what to do about it, for people."),
  details: Schema.optional(anyObject("Further details of the error."))
}).annotate({
  identifier: "RefusedEntry",
  description:
    "Nothing of this entry was queued, unless its status is 500 or 503: then it may have been queued. Repeat the whole batch with its Idempotency-Key."
})

/** The outcome of each entry of a batch. */
export const BatchResult = Schema.Struct({
  data: Schema.Array(Schema.Union([AcceptedEntry, RefusedEntry])).annotate({
    description: "One result for each entry, in their order."
  })
}).annotate({ identifier: "BatchResult" })
export type BatchResult = typeof BatchResult.Type

/** A message in a list. */
export const EmailSummary = Schema.Struct({
  id: text("The message's id."),
  recipient_email: text("The recipient's address."),
  sender_email: text("The sender's address."),
  subject: text("The subject that was sent."),
  status: EmailStatus,
  sent_at: orNull(instant("When the next hop accepted it; null until then.")),
  created_at: instant("When it was accepted.")
}).annotate({ identifier: "EmailSummary" })
export type EmailSummary = typeof EmailSummary.Type

/** A page of messages. */
export const EmailList = Schema.Struct({
  ...pageOf("EmailPage", "Newest first.", EmailSummary).fields,
  next: orNull(
    text(
      "The `after` of the next page; null if this is the last page. Only this tells whether others follow: a page may be short."
    )
  )
}).annotate({ identifier: "EmailList" })
export type EmailList = typeof EmailList.Type

/** One message to one recipient, with its delivery state. */
export const Email = Schema.Struct({
  ...EmailSummary.fields,
  template_id: orNull(text("The template that it was made from.")),
  template_version: orNull(count("Which version of the template.")),
  smtp_provider: text("The provider that accepted or refused it; empty until the first attempt."),
  smtp_response: orNull(text("The last reply of the next hop.")),
  error_message: orNull(text("An explanation of the reply, for people.")),
  failure_code: orNull(FailureCode),
  attempts: count("The number of attempts so far."),
  next_attempt_at: orNull(instant("When the next attempt is due; null if there will be none.")),
  ...KeptMembers.fields,
  scheduled_at: orNull(instant("The time for which it was scheduled; null if it wasn't."))
}).annotate({ identifier: "Email" })
export type Email = typeof Email.Type

/** One event of a message: an attempt, or a later report. */
export const TimelineEntry = Schema.Struct({
  id: text("The event's id."),
  type: EventType,
  created_at: instant("When it happened."),
  message: text("What happened and what comes next, in a sentence or two."),
  attempt: orNull(count("The number of the attempt, from 1; null if it wasn't an attempt.")),
  smtp_provider: orNull(
    text(
      "The route of the attempt: `smtp`, `capture`, or the provider of the tenant's own server; null if no server was contacted."
    )
  ),
  tls: orNull(
    text(
      "The protocol that encrypted the connection, such as TLSv1.3; null if the connection was in clear, was never made, or isn't known."
    )
  ),
  duration_ms: orNull(count("How long the attempt took, in milliseconds.")),
  smtp_response: orNull(text("The reply of the next hop.")),
  error_message: orNull(text("An explanation of the reply, for people.")),
  verdict: orNull(
    text(
      "How the outcome, or the reported refusal, was classified: `accepted`, `transient`, `invalid_recipient`, …; null if there was none."
    )
  ),
  ambiguous: flag("Whether the next hop may have accepted the message without confirming it."),
  next_attempt_at: orNull(instant("When the next attempt is due; null if there will be none.")),
  link: Schema.optional(text("For a click: the link's target.")),
  user_agent: Schema.optional(text("For an open or a click: the user agent.")),
  machine: Schema.optional(
    flag("For an open or a click: whether it was probably a program rather than a person.")
  )
}).annotate({ identifier: "TimelineEntry" })
export type TimelineEntry = typeof TimelineEntry.Type

/** The events of one message, and its state. */
export const Timeline = Schema.Struct({
  email_id: text("The message's id."),
  status: EmailStatus,
  summary: text("The message's state and what comes next, in a sentence or two."),
  data: Schema.Array(TimelineEntry).annotate({ description: "The events, oldest first." })
}).annotate({ identifier: "Timeline" })
export type Timeline = typeof Timeline.Type
