import { Schema } from "effect"
import { InvalidPeriod } from "./analytics.js"
import {
  ApiKeysBusy,
  InsufficientScope,
  InvalidApiKey,
  RateLimited,
  ScopeExceedsCaller
} from "./apiKeys.js"
import {
  busy,
  defineError,
  type ErrorDescription,
  members,
  retryAfter,
  unavailable
} from "./defineError.js"
import { DkimKeysBusy, DomainExists } from "./domains.js"
import { ContentRemoved, NotCancellable } from "./emails.js"
import { EventStreamsBusy } from "./events.js"
import { FeedbackCallRefused, FeedbackCallsBusy } from "./feedbackSources.js"
import { NoReleaseServer, ReleaseFailed } from "./inbox.js"
import { SendingPaused } from "./reputation.js"
import { MonthlyLimitExceeded } from "./sendResult.js"
import { NoSmtpConfig, SmtpConnectionFailed } from "./smtpConfig.js"
import { CompilerBusy, TemplateExists } from "./templates.js"
import { TenantExists } from "./tenants.js"
import { TopicExists } from "./topics.js"
import { ValidationFailed } from "./validation/decode.js"
import { withMeant } from "./validation/unknownNames.js"
import { WebhookTestsBusy } from "./webhookEndpoints.js"

/** Or it belongs to another tenant. */
export class NotFound extends defineError("NotFound", {
  status: 404,
  code: "not_found",
  description: "There is no such resource, or it belongs to another tenant.",
  message: "There is no such resource.",
  sentence:
    "There is no such resource: check the path, the id, and that the API key belongs to the account that owns it."
}) {}

export class MethodNotAllowed extends defineError("MethodNotAllowed", {
  status: 405,
  code: "Method not allowed",
  description: "The path exists, but not with this method.",
  members: members<{
    readonly allow: ReadonlyArray<string>
    /** The operation that was probably meant: `POST /v1/emails/send`. */
    readonly meant?: string | undefined
  }>(),
  message: ({ allow, meant }) =>
    withMeant(`The path takes ${allow.join(", ")}, and not this method.`, meant),
  headers: {
    allow: {
      description: "The methods that the path supports.",
      value: ({ allow }) => allow.join(", ")
    }
  }
}) {}

/** Discards the rest of the request, so that the client sees the answer at once. */
const closed = { connection: { description: "The connection is closed.", value: () => "close" } }

export class PayloadTooLarge extends defineError("PayloadTooLarge", {
  status: 413,
  code: "Payload too large",
  description:
    "The body is larger than 15 MiB where mail is sent, 10 MiB for imports, 5 MiB for templates and providers' calls, or 1 MiB elsewhere.",
  message:
    "The request body is too large: it may have 15 MiB where mail is sent, 10 MiB for imports, 5 MiB for templates and providers' calls, and 1 MiB elsewhere.",
  headers: closed
}) {}

export class LargeBodiesBusy extends defineError("LargeBodiesBusy", {
  ...busy(5, "Too many large requests are being read at once."),
  headers: { ...closed, ...retryAfter(5) }
}) {}

/** Its log has the cause, under the request's id. */
export class InternalError extends defineError("InternalError", {
  status: 500,
  code: "Internal error",
  description: "The server failed; `details.request_id` is the request's id in its log.",
  details: {
    request_id: Schema.String.annotate({ description: "The request's id in the server's log." })
  },
  message: ({ request_id }) =>
    `The request failed on the server's side. Its log has the cause under the request id ${request_id}.`
}) {}

const storageUnavailable =
  "The storage is not available; try again. A send that you repeat with its Idempotency-Key is made once."

/**
 * `unavailable`: the same call may succeed later. Usually nothing was written; if the connection or
 * the disk failed during the commit, it isn't known.
 */
export class StorageError extends defineError("StorageError", {
  ...unavailable(1),
  description:
    "The storage is not available; the same request may succeed after `Retry-After`. A send that you repeat with its Idempotency-Key is made once.",
  members: members<{
    readonly reason: "unavailable" | "fault"
    readonly cause: unknown
    /** For the operator. It may name files and hosts, so never return it to a client. */
    readonly explanation?: string | undefined
  }>(),
  message: ({ explanation, reason }) =>
    explanation ??
    (reason === "unavailable"
      ? storageUnavailable
      : "The storage could not complete the operation."),
  // Its own message may name files and hosts, for the operator.
  sentence: storageUnavailable
}) {}

/** What a storage package says to the operator; drivers' errors have other names. */
export const wordsForOperator = ({ cause }: StorageError): string | undefined =>
  cause instanceof Error && cause.name === "Error" ? cause.message : undefined

/** Every error that can reach the wire, by its tag. */
export const errorTable = {
  ValidationFailed,
  ScopeExceedsCaller,
  InvalidPeriod,
  SmtpConnectionFailed,
  NoReleaseServer,
  ReleaseFailed,
  InvalidApiKey,
  InsufficientScope,
  SendingPaused,
  FeedbackCallRefused,
  NotFound,
  NoSmtpConfig,
  MethodNotAllowed,
  TenantExists,
  DomainExists,
  TemplateExists,
  TopicExists,
  NotCancellable,
  ContentRemoved,
  PayloadTooLarge,
  RateLimited,
  MonthlyLimitExceeded,
  InternalError,
  StorageError,
  ApiKeysBusy,
  DkimKeysBusy,
  CompilerBusy,
  WebhookTestsBusy,
  EventStreamsBusy,
  FeedbackCallsBusy,
  LargeBodiesBusy
} as const

export type ErrorName = keyof typeof errorTable

export type OperationError = InstanceType<(typeof errorTable)[ErrorName]>

export const errorRow = (name: ErrorName): ErrorDescription<Error> =>
  errorTable[name] as unknown as ErrorDescription<Error>
