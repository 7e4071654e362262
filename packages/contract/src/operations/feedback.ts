import {
  FeedbackBatch,
  FeedbackReport,
  FeedbackResult,
  FeedbackResults,
  ListUnmatchedFeedback,
  UnmatchedFeedbackList
} from "../feedback.js"
import {
  CreatedFeedbackSource,
  CreateFeedbackSource,
  FeedbackSource,
  FeedbackSourceList,
  UpdateFeedbackSource
} from "../feedbackSources.js"
import { Success } from "../members.js"
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

const id = { id: { description: "The source's id, `fsrc_…`." } } as const

export const feedbackSources = {
  /** Creates the address that a provider reports to. Its secret is only in this answer. */
  create: operation({
    method: "POST",
    path: "/feedback-sources",
    scope: "feedback:write",
    summary: "Create the address that a mail provider reports to",
    description:
      "The answer says what to enter where at the provider. The address contains a secret, which is in this answer and nowhere else. A tenant has at most 20 sources.",
    body: CreateFeedbackSource,
    response: CreatedFeedbackSource,
    answers: { 201: "The source. Its secret is shown only here." },
    mark: "secret",
    examples: {
      unsigned: { provider: "postmark" },
      ses: { provider: "ses", credential: "arn:aws:sns:eu-west-1:123456789012:mail-feedback" }
    }
  }),
  /** Lists all sources, newest first, with their last call and refusal. */
  list: operation({
    method: "GET",
    path: "/feedback-sources",
    scope: "feedback:read",
    summary: "List the sources of feedback, newest first",
    response: FeedbackSourceList,
    answers: { 200: "All sources." },
    mark: "data"
  }),
  /** Returns a source without its secret and credential. */
  get: operation({
    method: "GET",
    path: "/feedback-sources/:id",
    parameters: id,
    scope: "feedback:read",
    summary: "Get a source of feedback",
    response: FeedbackSource,
    answers: { 200: "The source." },
    mark: "provider",
    errors: ["NotFound"]
  }),
  /** Replaces the credential that a source's calls are checked with. */
  update: operation({
    method: "PATCH",
    path: "/feedback-sources/:id",
    parameters: id,
    scope: "feedback:write",
    summary: "Replace the credential of a source of feedback",
    description:
      "For a credential that the provider shows only once it has the address, or that has changed there.",
    body: UpdateFeedbackSource,
    response: FeedbackSource,
    answers: { 200: "The changed source." },
    mark: "provider",
    errors: ["NotFound"],
    repeat: "always",
    examples: { signing: { credential: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=" } }
  }),
  /** Removes a source. Its address is unknown from then on. */
  remove: operation({
    method: "DELETE",
    path: "/feedback-sources/:id",
    parameters: id,
    scope: "feedback:write",
    summary: "Remove a source of feedback",
    response: Success,
    answers: { 200: "Removed. Its address answers 404 from now on." },
    mark: "success",
    errors: ["NotFound"]
  })
} as const
