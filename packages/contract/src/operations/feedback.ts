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
import { del, get, patch, post, readAllPages } from "./Operation.js"

export const feedback = {
  /** With a `key`, a repeated report changes nothing. */
  record: post(
    "/emails/:id/feedback",
    "feedback:write",
    "Report what became of one email after it was sent",
    {
      isTraffic: true,
      parameters: { id: { description: "A message's id, `em_…`." } },
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
    }
  ),
  /** By their ids, their Message-ID fields or the ids that a provider gave them. */
  recordBatch: post("/feedback", "feedback:write", "Report what became of several emails", {
    isTraffic: true,
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
  unmatched: get(
    "/feedback/unmatched",
    "feedback:read",
    "List feedback that no email is known for, newest first",
    {
      description: `Reports whose message isn't found, and what came in their place but isn't understood. They are kept for 30 days. ${readAllPages}`,
      query: ListUnmatchedFeedback,
      response: UnmatchedFeedbackList,
      answers: { 200: "A page of unmatched feedback." },
      mark: "data",
      allPages: "allUnmatched"
    }
  )
} as const

const id = { id: { description: "The source's id, `fsrc_…`." } } as const

export const feedbackSources = {
  /** The secret is only in this answer. */
  create: post(
    "/feedback-sources",
    "feedback:write",
    "Create the address that a mail provider reports to",
    {
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
    }
  ),
  list: get("/feedback-sources", "feedback:read", "List the sources of feedback, newest first", {
    response: FeedbackSourceList,
    answers: { 200: "All sources." },
    mark: "data"
  }),
  get: get("/feedback-sources/:id", "feedback:read", "Get a source of feedback", {
    parameters: id,
    response: FeedbackSource,
    answers: { 200: "The source." },
    mark: "provider",
    errors: ["NotFound"]
  }),
  update: patch(
    "/feedback-sources/:id",
    "feedback:write",
    "Replace the credential of a source of feedback",
    {
      parameters: id,
      description:
        "For a credential that the provider shows only once it has the address, or that has changed there.",
      body: UpdateFeedbackSource,
      response: FeedbackSource,
      answers: { 200: "The changed source." },
      mark: "provider",
      errors: ["NotFound"],
      repeat: "always",
      examples: { signing: { credential: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=" } }
    }
  ),
  /** Its address is unknown from then on. */
  remove: del("/feedback-sources/:id", "feedback:write", "Remove a source of feedback", {
    parameters: id,
    response: Success,
    answers: { 200: "Removed. Its address answers 404 from now on." },
    mark: "success",
    errors: ["NotFound"]
  })
} as const
