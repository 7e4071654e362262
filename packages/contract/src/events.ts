import { Schema } from "effect"
import { defineError, unavailable } from "./defineError.js"
import { eventTypes } from "./enumerations.js"
import { KeptMembers } from "./keptMembers.js"
import { count, flag, instant, named, optional, orNull, text } from "./members.js"
import { boundedText } from "./validation/text.js"

export const EventType = Schema.Literals(eventTypes).annotate({
  identifier: "EventType",
  description:
    "The types of delivery events. `email.sent`, `email.deferred`, `email.bounced` and `email.failed` come from delivery, in every deployment. " +
    "`email.opened` and `email.clicked` come from tracking, and `email.unsubscribed` from links and pages for unsubscribing, where there is a public URL. " +
    "These three, `email.delivered` and `email.complained` also come from reports about mail after it was sent: of providers, of bounces, and with `POST /emails/{id}/feedback`."
})
export type EventType = typeof EventType.Type

/** What the mail server's refusal means, or why none was reached. */
export const attemptFailures = [
  "transient",
  "limit",
  "hop_refuses_us",
  "account_refused",
  "sender_refused",
  "authentication",
  "invalid_recipient",
  "recipient_refused",
  "mailbox_full",
  "too_large",
  "policy",
  "blocked",
  "content",
  "routing",
  "undetermined",
  "unsendable"
] as const

export const FailureCode = Schema.Literals([
  ...attemptFailures,
  "suppressed",
  "content_missing",
  "cancelled"
]).annotate({
  identifier: "FailureCode",
  description:
    "Why a message isn't delivered. `cancelled`: it was cancelled. `suppressed`: its recipient was suppressed after it had been accepted. " +
    "`content_missing`: its content is no longer stored. `unsendable`: no mail can be composed from it. All others say why the last attempt failed: the next hop " +
    "couldn't be reached or refused for now (`transient`, `limit`), refuses this service (`hop_refuses_us`, `account_refused`, `blocked`), the sender " +
    "(`sender_refused`, `authentication`), the recipient (`invalid_recipient`, `recipient_refused`, `mailbox_full`, `routing`) or the message " +
    "(`too_large`, `policy`, `content`), or doesn't say what (`undetermined`)."
})
export type FailureCode = typeof FailureCode.Type

/** The same in webhooks and in process. */
export const EmailEventData = named("EmailEventData", {
  email_id: text("The message's id."),
  recipient: text("The recipient's address."),
  sender: text("The sender's address."),
  subject: text("The subject that was sent."),
  status: text("The message's status after the event."),
  template_id: orNull(text("The template that it was made from.")),
  ...KeptMembers.fields,
  attempts: count("The number of attempts so far."),
  smtp_response: orNull(text("The reply of the next hop.")),
  error_message: orNull(text("An explanation of the reply, for people.")),
  failure_code: orNull(FailureCode),
  next_attempt_at: orNull(instant("When the next attempt is due; null unless there will be one.")),
  link: Schema.optional(text("For `email.clicked`: the link's target.")),
  user_agent: Schema.optional(text("For `email.opened` and `email.clicked`: the user agent.")),
  machine: Schema.optional(
    flag("For `email.opened` and `email.clicked`: whether it was probably a program.")
  )
})
export type EmailEventData = typeof EmailEventData.Type

export const EmailEvent = named("EmailEvent", {
  id: text("`evt_…`; it is the same each time the event is delivered."),
  type: EventType,
  created_at: instant("When it happened."),
  data: EmailEventData
})

export type EmailEvent<Type extends EventType = EventType> = {
  readonly id: string
  readonly type: Type
  readonly created_at: string
  readonly data: EmailEventData
}

export const StreamEvents = named("StreamEvents", {
  last_event_id: optional(
    boundedText(50, 1),
    "The id of an event that is still stored: the stream begins with what was recorded after it. By default it begins now. The header Last-Event-ID takes precedence."
  )
})
export type StreamEvents = typeof StreamEvents.Type

export class EventStreamsBusy extends defineError("EventStreamsBusy", {
  ...unavailable(10),
  description:
    "Too many streams of events are open, of the tenant or in this process. Close those that nobody reads, or try again after `Retry-After`.",
  message:
    "Too many streams of events are open, of this tenant or in this process. Close those that nobody reads, or try again in a moment."
}) {}
