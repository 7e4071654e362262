import {
  FeedbackBatch,
  FeedbackReport,
  FeedbackResult,
  FeedbackResults,
  ListUnmatchedFeedback,
  UnmatchedFeedbackList
} from "../Feedback/index.js"
import { operation } from "./Operation.js"

export const feedback = {
  /**
   * Records what became of a message after it was sent. With a `key`, a repeated report changes
   * nothing.
   */
  record: operation({
    method: "POST",
    path: "/emails/:id/feedback",
    parameters: { id: { description: "A message's id, `em_…`." } },
    scope: "feedback:write",
    summary: "Report what became of one email after it was sent",
    description:
      "For what a provider, a mail server or a person told you. Status, suppression, event and counters change together, or nothing does.",
    body: FeedbackReport,
    response: FeedbackResult,
    answers: { 200: "What the report changed." },
    mark: "outcome",
    errors: ["NotFound"],
    examples: {
      bounced: {
        kind: "bounced",
        failure_code: "invalid_recipient",
        smtp_response: "550 5.1.1 No such user",
        key: "1b2c3d"
      },
      complained: { kind: "complained", at: "2026-01-31T09:00:00Z" }
    }
  }),
  /**
   * Records reports on several messages, by their ids, their Message-ID fields or the ids that a
   * provider gave them.
   */
  recordBatch: operation({
    method: "POST",
    path: "/feedback",
    scope: "feedback:write",
    summary: "Report what became of several emails",
    body: FeedbackBatch,
    argument: "reports",
    response: FeedbackResults,
    answers: { 200: "What each report changed." },
    mark: "data",
    examples: {
      two: {
        reports: [
          { message_id: "<em_0199a0b0c0d07000800000000000000b@example.com>", kind: "delivered" },
          {
            email_id: "em_0199a0b0c0d07000800000000000000c",
            kind: "bounced",
            failure_code: "mailbox_full"
          }
        ]
      }
    }
  }),
  /** Lists feedback that no message is known for, newest first. */
  unmatched: operation({
    method: "GET",
    path: "/feedback/unmatched",
    scope: "feedback:read",
    summary: "List feedback that no email is known for, newest first",
    description:
      "Reports whose message isn't found, and what came in their place but isn't understood. They are kept for 30 days. To read all pages, pass `next` of the previous page as `after`, until `next` is null.",
    query: ListUnmatchedFeedback,
    response: UnmatchedFeedbackList,
    answers: { 200: "A page of unmatched feedback." },
    mark: "data",
    allPages: "allUnmatched"
  })
} as const
