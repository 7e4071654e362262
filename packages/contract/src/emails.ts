import { Schema } from "effect"
import { Address, DomainName } from "./address.js"
import { defineError } from "./defineError.js"
import { emailStatuses } from "./enumerations.js"
import { EventType, FailureCode } from "./events.js"
import { keptFilters, KeptMembers } from "./keptMembers.js"
import { count, flag, instant, list, named, optional, orNull, text } from "./members.js"
import { afterPage, noOffset, pageWithNext } from "./paging.js"
import { InstantText } from "./time.js"
import { boundedText } from "./validation/text.js"

/** `docs/message-flow.md` draws the transitions. */
export const EmailStatus = Schema.Literals(emailStatuses).annotate({ identifier: "EmailStatus" })
export type EmailStatus = typeof EmailStatus.Type

export const EmailSummary = named("EmailSummary", {
  id: text("The message's id."),
  recipient_email: text("The recipient's address."),
  sender_email: text("The sender's address."),
  subject: text("The subject that was sent."),
  status: EmailStatus,
  sent_at: orNull(instant("When the next hop accepted it; null until then.")),
  created_at: instant("When it was accepted.")
})
export type EmailSummary = typeof EmailSummary.Type

export const EmailList = pageWithNext(
  "EmailList",
  EmailSummary,
  "The `after` of the next page; null if this is the last page. Only this tells whether others follow: a page may be short."
)
export type EmailList = typeof EmailList.Type

export const maxSubjectPrefix = 48

const maxSearchText = 200

/** An email must match all filters. */
export const ListEmails = named("ListEmails", {
  ...afterPage(),
  q: optional(
    boundedText(maxSearchText, 1),
    `Only messages that have all these words, or words that begin so, in recipient, subject, sender, tags or template, in upper or lower case. Or the beginning of an id.${noOffset}`
  ),
  status: optional(EmailStatus, "Only messages with this status."),
  recipient: optional(Address, "Only messages to this address, in upper or lower case."),
  recipient_domain: optional(
    DomainName,
    `Only messages to an address of this domain, not to those of domains below it.${noOffset}`
  ),
  sender_domain: optional(DomainName, `Only messages from an address of this domain.${noOffset}`),
  subject: optional(
    boundedText(maxSubjectPrefix, 1),
    `Only messages whose subject begins with this, in upper or lower case of A to Z.${noOffset}`
  ),
  template_id: optional(boundedText(50, 1), "Only messages made from this template."),
  ...keptFilters,
  since: optional(InstantText, "Only messages accepted at this instant or later (RFC 3339)."),
  until: optional(InstantText, "Only messages accepted before this instant.")
})
export type ListEmails = typeof ListEmails.Type

const { after: _after, limit: _limit, offset: _offset, ...filters } = ListEmails.fields

export const ExportEmails = named("ExportEmails", filters)
export type ExportEmails = typeof ExportEmails.Type

export const Email = named("Email", {
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
})
export type Email = typeof Email.Type

/** An attempt, or a later report. */
export const TimelineEntry = named("TimelineEntry", {
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
})
export type TimelineEntry = typeof TimelineEntry.Type

export const Timeline = named("Timeline", {
  email_id: text("The message's id."),
  status: EmailStatus,
  summary: text("The message's state and what comes next, in a sentence or two."),
  data: list(TimelineEntry, "The events, oldest first.")
})
export type Timeline = typeof Timeline.Type

export class ContentRemoved extends defineError("ContentRemoved", {
  status: 410,
  code: "content_removed",
  description: "The email's content is no longer stored; its log is.",
  message:
    "The content of this email was removed: it is kept for a limited time only. Its log is still here. To send it again, make a new send."
}) {}

/** `in_flight`: an attempt is under way, which may end unsent. */
export class NotCancellable extends defineError("NotCancellable", {
  status: 409,
  code: "not_cancellable",
  description:
    "The email can't be cancelled: it was sent or failed before (`settled`), or an attempt is in flight (`in_flight`).",
  details: { reason: Schema.Literals(["in_flight", "settled"]) },
  message: ({ reason }) =>
    reason === "settled"
      ? "The email can't be cancelled: it was sent, has failed, or was cancelled before."
      : "The email can't be cancelled while an attempt is in flight. Check its status in a moment."
}) {}
