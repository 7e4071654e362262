import { Schema } from "effect"
import { count, instant, optional, orNull, pageOf, text } from "../members.js"
import { PageRequest } from "../Paging/index.js"
import { boundedText } from "../Validation/index.js"
import { feedbackKinds } from "./FeedbackReport.js"

/** Which unmatched reports to list. */
export const ListUnmatchedFeedback = Schema.Struct({
  ...PageRequest.fields,
  after: optional(
    boundedText(50, 1),
    "The `next` of the previous page: this page begins after it. Can't be combined with an offset."
  )
}).annotate({ identifier: "ListUnmatchedFeedback" })
export type ListUnmatchedFeedback = typeof ListUnmatchedFeedback.Type

/** Why a report is kept. */
export const unmatchedReasons = ["unmatched", "unread"] as const

/** Feedback that no message is known for, or that isn't understood. */
export const UnmatchedFeedback = Schema.Struct({
  id: text("The id of the entry, `frep_…`."),
  source: text(
    "Where it came from: `api`, `return_path`, `import`, or a provider's name such as `ses`."
  ),
  reason: Schema.Literals(unmatchedReasons).annotate({
    description:
      "`unmatched`: a report, but there is no such message. `unread`: what came isn't a report that Telemark understands."
  }),
  kind: orNull(
    Schema.Literals(feedbackKinds).annotate({
      description: "What was reported; null if it isn't understood."
    })
  ),
  email_id: orNull(text("The message's id, as the report names it.")),
  message_id: orNull(text("The Message-ID field, as the report names it.")),
  provider_id: orNull(text("The provider's id of the message, as the report names it.")),
  recipient: orNull(text("The address that it is about, as far as it says.")),
  smtp_response: orNull(text("What the receiving server said, as far as it says.")),
  excerpt: orNull(text("Of `unread`: how it begins.")),
  at: orNull(instant("When it happened, as far as it says.")),
  attempts: count("How often a message was looked for again."),
  next_attempt_at: orNull(instant("When a message is looked for again; null if it no longer is.")),
  created_at: instant("When it came in.")
}).annotate({ identifier: "UnmatchedFeedback" })
export type UnmatchedFeedback = typeof UnmatchedFeedback.Type

/** A page of unmatched feedback. */
export const UnmatchedFeedbackList = Schema.Struct({
  ...pageOf("UnmatchedFeedbackPage", "Newest first.", UnmatchedFeedback).fields,
  next: orNull(text("The `after` of the next page; null if this is the last page."))
}).annotate({ identifier: "UnmatchedFeedbackList" })
export type UnmatchedFeedbackList = typeof UnmatchedFeedbackList.Type
