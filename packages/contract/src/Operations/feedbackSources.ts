import {
  CreatedFeedbackSource,
  CreateFeedbackSource,
  FeedbackSource,
  FeedbackSourceList,
  UpdateFeedbackSource
} from "../FeedbackSources/index.js"
import { Success } from "../members.js"
import { operation } from "./Operation.js"

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
