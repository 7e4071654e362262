import { Schema } from "effect"
import { feedbackKinds } from "./enumerations.js"
import { attemptFailures } from "./events.js"
import { count, instant, named, optional, orNull, required, text } from "./members.js"
import { afterPage, pageWithNext, wholeListOf } from "./paging.js"
import { InstantOrDate } from "./time.js"
import { boundedText, wordedRule } from "./validation/text.js"

const maxLinkLength = 8192
const maxTextLength = 4096

const members = {
  kind: required(
    Schema.Literals(feedbackKinds),
    "What happened. `delivered`, `deferred`, `bounced` and `complained` change the status unless the message has a later one. `complained` suppresses the recipient, and so does `unsubscribed`: for the topic of the message if it has one."
  ),
  at: optional(
    InstantOrDate,
    "When it happened; now by default. An instant before the message's acceptance, or in the future, is moved to the nearest one between."
  ),
  key: optional(
    boundedText(255, 1),
    "Identifies the report, such as the provider's id of it: reported again with the same `kind` and `key`, it changes nothing."
  ),
  smtp_response: optional(
    boundedText(maxTextLength),
    "Of `delivered`, `deferred` and `bounced`: what the receiving server said. The first 1,000 characters are kept."
  ),
  failure_code: optional(
    Schema.Literals(attemptFailures),
    "Of `bounced`: why. `invalid_recipient` suppresses the recipient. `undetermined` by default."
  ),
  link: optional(
    boundedText(maxLinkLength, 1),
    "Of `clicked`, which needs it: where the link goes."
  ),
  user_agent: optional(
    boundedText(maxTextLength),
    "Of `opened` and `clicked`: what the opener says of itself."
  ),
  machine: optional(
    Schema.Boolean,
    "Of `opened` and `clicked`: whether it was a program, as far as is known."
  )
}

const linkProblem = ({
  kind,
  link
}: {
  readonly kind: string
  readonly link?: string | undefined
}) =>
  kind === "clicked" && link === undefined
    ? [{ path: ["link"], issue: "is missing: it says which link was clicked" }]
    : []

/** As a provider reports it after the next hop took a message. */
export const FeedbackReport = Schema.Struct(members)
  .pipe(Schema.check(wordedRule(linkProblem)))
  .annotate({ identifier: "FeedbackReport" })
export type FeedbackReport = typeof FeedbackReport.Type

const Entry = Schema.Struct({
  email_id: optional(
    boundedText(50, 1),
    "The message's id. This, `message_id` or `provider_id` is needed; the first of them that is given counts."
  ),
  message_id: optional(
    boundedText(998, 1),
    "The Message-ID field of the mail, with or without angle brackets. It names one message unless the mail showed several recipients: then `recipient` says which."
  ),
  provider_id: optional(
    boundedText(255, 1),
    "The id that the mail provider gave the message in its last SMTP reply, where that is known to name one."
  ),
  recipient: optional(
    boundedText(320, 1),
    "The address that the report is about; needed only beside a `message_id` that several messages share."
  ),
  ...members
})

const entryProblem = (entry: typeof Entry.Type) => [
  ...(entry.email_id === undefined &&
  entry.message_id === undefined &&
  entry.provider_id === undefined
    ? [
        {
          path: ["email_id"],
          issue: "is missing, and there is neither message_id nor provider_id"
        }
      ]
    : []),
  ...linkProblem(entry)
]

const maxReports = 1000

export const FeedbackEntryInput = Entry.pipe(Schema.check(wordedRule(entryProblem))).annotate({
  identifier: "FeedbackEntry"
})
export type FeedbackEntryInput = typeof FeedbackEntryInput.Type

export const FeedbackBatch = named("FeedbackBatch", {
  reports: required(
    Schema.Array(FeedbackEntryInput).pipe(
      Schema.check(
        Schema.isMaxLength(maxReports, {
          message: `must be at most ${String(maxReports)} reports`
        })
      )
    ),
    "At most 1,000. Each is recorded or not by itself: repeat the whole batch if it fails."
  )
})
export type FeedbackBatch = typeof FeedbackBatch.Type

export const FeedbackResult = named("FeedbackResult", {
  outcome: Schema.Literals([
    "recorded",
    "repeated",
    "superseded",
    "waiting",
    "too_early",
    "unknown_email"
  ]).annotate({
    description:
      "`recorded`: the report was recorded as an event. `repeated`: it was there before. `superseded`: the message already has a later status; a suppression " +
      "applies all the same, and when it happened is kept. `waiting`: the message isn't known to have been sent; the report is stored and recorded once it is. " +
      "`too_early`: the same, but too many reports wait already; nothing is kept, so report it again later. `unknown_email`, in batches alone: the tenant has no such " +
      "message; the report is kept among the unmatched ones."
  }),
  event_id: orNull(text("The id of the event; null unless the report was recorded."))
})
export type FeedbackResult = typeof FeedbackResult.Type

export const FeedbackResults = wholeListOf(
  "FeedbackResults",
  "One for each report, in their order.",
  FeedbackResult
)
export type FeedbackResults = typeof FeedbackResults.Type

export const ListUnmatchedFeedback = named("ListUnmatchedFeedback", {
  ...afterPage()
})
export type ListUnmatchedFeedback = typeof ListUnmatchedFeedback.Type

export const unmatchedReasons = ["unmatched", "unread"] as const

export const UnmatchedFeedback = named("UnmatchedFeedback", {
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
})
export type UnmatchedFeedback = typeof UnmatchedFeedback.Type

export const UnmatchedFeedbackList = pageWithNext("UnmatchedFeedbackList", UnmatchedFeedback)
export type UnmatchedFeedbackList = typeof UnmatchedFeedbackList.Type
