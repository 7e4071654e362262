import { Schema } from "effect"
import { EventType, FailureCode } from "../Events/index.js"
import { anyObject, count, flag, instant, orNull, pageOf, text, texts } from "../members.js"
import { KeptMembers } from "./keptMembers.js"
import { EmailStatus } from "./status.js"

/** One recipient of a send, with the id of its message. */
export const QueuedEmail = Schema.Struct({
  id: text("The message's id."),
  recipient: text("The address that it goes to."),
  status: Schema.Literal("queued")
}).annotations({ identifier: "QueuedEmail" })
export type QueuedEmail = typeof QueuedEmail.Type

const sendResult = {
  queued: Schema.Array(QueuedEmail).annotations({ description: "One message for each recipient, in the order of `to`, `cc` and `bcc`." }),
  suppressed: texts("Addresses that were left out because they are suppressed."),
  idempotent_replay: flag("Whether this repeats the answer to an earlier send with the same Idempotency-Key; nothing was sent then."),
  warnings: Schema.optional(texts(
    "What was accepted but not as given: members that are no part of a send, header fields that the service writes itself or that don't work, variables without a value; and mail that will leave unsigned."
  )),
  warning: Schema.optional(text("On a replay whose body differs from the first one's: nothing of this body was sent."))
}

/** The answer to a send. */
export const SendResult = Schema.Struct(sendResult).annotations({ identifier: "SendResult" })
export type SendResult = typeof SendResult.Type

const AcceptedEntry = Schema.Struct({
  status: Schema.Literal(201, 200).annotations({ description: "What a send of its own would have been answered with." }),
  ...sendResult
}).annotations({ identifier: "AcceptedEntry" })

const RefusedEntry = Schema.Struct({
  status: Schema.Number.annotations({
    jsonSchema: { type: "integer", minimum: 400, description: "What a send of its own would have been answered with." }
  }),
  error: text("The code of the error."),
  message: text("What is wrong and what to do about it, for people to read."),
  details: Schema.optional(anyObject("What the error says beside that."))
}).annotations({
  identifier: "RefusedEntry",
  description: "Nothing of this entry was queued, unless its status is 500 or 503: then it may have been. Repeat the whole batch under its Idempotency-Key."
})

/** The outcome of each entry of a batch. */
export const BatchResult = Schema.Struct({
  data: Schema.Array(Schema.Union(AcceptedEntry, RefusedEntry)).annotations({ description: "One for each entry, in their order." })
}).annotations({ identifier: "BatchResult" })
export type BatchResult = typeof BatchResult.Type

/** A message in a list. */
export const EmailSummary = Schema.Struct({
  id: text("The message's id."),
  recipient_email: text("The address that it goes to."),
  sender_email: text("The address that it comes from."),
  subject: text("The subject that was sent."),
  status: EmailStatus,
  sent_at: orNull(instant("When the next hop took it; null until then.")),
  created_at: instant("When it was accepted.")
}).annotations({ identifier: "EmailSummary" })
export type EmailSummary = typeof EmailSummary.Type

/** A page of messages. */
export const EmailList = Schema.Struct({
  ...pageOf("EmailPage", "Newest first.", EmailSummary).fields,
  next: orNull(text("The `after` of the next page; null if this one isn't full, and so is the last."))
}).annotations({ identifier: "EmailList" })
export type EmailList = typeof EmailList.Type

/** One message to one recipient, with its delivery state. */
export const Email = Schema.Struct({
  ...EmailSummary.fields,
  template_id: orNull(text("The template that it was made from.")),
  template_version: orNull(count("Which version of the template.")),
  smtp_provider: text("Who took it or refused it; empty until the first attempt."),
  smtp_response: orNull(text("What the next hop said last.")),
  error_message: orNull(text("The same for people.")),
  failure_code: orNull(FailureCode),
  attempts: count("How many attempts were made."),
  next_attempt_at: orNull(instant("When the next attempt is due; null if none will be made.")),
  ...KeptMembers.fields,
  scheduled_at: orNull(instant("When it is, or was, to be sent; null: at once."))
}).annotations({ identifier: "Email" })
export type Email = typeof Email.Type

/** One event of a message: an attempt, or a later report. */
export const TimelineEntry = Schema.Struct({
  id: text("The event's id."),
  type: EventType,
  created_at: instant("When it happened."),
  message: text("What happened and what follows, in a sentence or two."),
  attempt: orNull(count("Which attempt it was, from 1; null if it was none.")),
  smtp_provider: orNull(text("Which route the attempt took: `smtp`, `capture`, the provider of the tenant's own server; null if none was asked.")),
  tls: orNull(text("The protocol that encrypted the connection, such as TLSv1.3; null if it went in clear, was never made, or isn't known.")),
  duration_ms: orNull(count("How long the attempt took, in milliseconds.")),
  smtp_response: orNull(text("What the next hop said.")),
  error_message: orNull(text("The same for people.")),
  verdict: orNull(text("How the outcome, or the refusal that was reported, was understood: `accepted`, `transient`, `invalid_recipient`, …; null if there was none.")),
  ambiguous: flag("Whether the next hop may have taken the message although it never said so."),
  next_attempt_at: orNull(instant("When the next attempt is due; null if none will be made.")),
  link: Schema.optional(text("Of a click: where the link goes.")),
  user_agent: Schema.optional(text("Of an open or a click: what the opener says of itself.")),
  machine: Schema.optional(flag("Of an open or a click: whether it was a program rather than a person, as far as can be told."))
}).annotations({ identifier: "TimelineEntry" })
export type TimelineEntry = typeof TimelineEntry.Type

/** The events of one message, and its state. */
export const Timeline = Schema.Struct({
  email_id: text("The message's id."),
  status: EmailStatus,
  summary: text("How the message stands and what comes next, in a sentence or two."),
  data: Schema.Array(TimelineEntry).annotations({ description: "What happened, oldest first." })
}).annotations({ identifier: "Timeline" })
export type Timeline = typeof Timeline.Type
