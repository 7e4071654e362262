/**
 * Every error that can reach the wire, with its status, body and headers. Nothing else defines
 * them.
 */
import { Schema } from "effect"
import { InvalidPeriod } from "../Analytics/index.js"
import {
  ApiKeysBusy,
  InsufficientScope,
  InvalidApiKey,
  KeyScope,
  operatorScope,
  RateLimited,
  rateLimitHeaders,
  Scope,
  ScopeExceedsCaller
} from "../ApiKeys/index.js"
import { DkimKeysBusy, DomainExists } from "../Domains/index.js"
import { ContentRemoved, MonthlyLimitExceeded, NotCancellable } from "../Emails/index.js"
import { EventStreamsBusy } from "../Events/index.js"
import {
  FeedbackCallRefused,
  FeedbackCallsBusy,
  FeedbackRefusal
} from "../FeedbackSources/index.js"
import { NoReleaseServer, ReleaseFailed } from "../Inbox/index.js"
import { PauseReason, SendingPaused } from "../Reputation/index.js"
import { NoSmtpConfig, SmtpConnectionFailed, SmtpTestStage } from "../SmtpConfigs/index.js"
import { CompilerBusy, TemplateExists } from "../Templates/index.js"
import { TopicExists } from "../Topics/index.js"
import { ValidationFailed } from "../Validation/index.js"
import { WebhookTestsBusy } from "../WebhookEndpoints/index.js"
import { describe, type ErrorDescription } from "./describe.js"
import {
  InternalError,
  LargeBodiesBusy,
  MethodNotAllowed,
  NotFound,
  PayloadTooLarge,
  TenantExists
} from "./errors.js"
import { StorageError } from "./StorageError.js"

/** Retry-After: whole seconds after which the same request may succeed (RFC 9110 10.2.3). */
const retryAfter = <E>(seconds: number | ((error: E) => number)) => ({
  "retry-after": {
    description: "Whole seconds after which to try again.",
    value: (error: E) => String(typeof seconds === "number" ? seconds : seconds(error))
  }
})

/**
 * Closes the connection, which discards the rest of the request, so that the client sees the answer
 * at once.
 */
const closed = { connection: { description: "The connection is closed.", value: () => "close" } }

/** Renders the first problem and how many others there are. Mostly there is only one. */
const firstProblem = ({ details }: ValidationFailed): string => {
  const all = Object.entries(details).flatMap(([path, reasons]) =>
    reasons.map((reason) => `${path} ${reason}`)
  )
  const others = all.length - 1
  const more =
    others < 1
      ? ""
      : others === 1
        ? " `details` names one more problem."
        : ` \`details\` names ${String(others)} more problems.`
  const first = all[0] ?? "The request breaks a documented rule"
  return `${/[.?]$/.test(first) ? first : `${first}.`}${more}`
}

export const errorTable = {
  ValidationFailed: describe(ValidationFailed, {
    status: 400,
    error: "Validation failed",
    description:
      "The request breaks a documented rule. `details` names the rule at each dotted path, never the value.",
    sentence: firstProblem,
    details: Schema.Record(Schema.String, Schema.Array(Schema.String)).annotate({
      description: "The problem at each dotted path."
    }),
    toDetails: ({ details }) => details
  }),
  ScopeExceedsCaller: describe(ScopeExceedsCaller, {
    status: 400,
    error: "scope_exceeds_caller",
    description:
      "The request gives the new key scopes that the calling key lacks; `details.scopes` names them.",
    sentence: ({ message }) =>
      `${message} Leave them out, or create the key with one that has them.`,
    details: Schema.Struct({
      scopes: Schema.Array(KeyScope).annotate({
        description: "The scopes that the calling key lacks."
      })
    }),
    toDetails: ({ scopes }) => ({ scopes })
  }),
  InvalidPeriod: describe(InvalidPeriod, {
    status: 400,
    error: "period must be one of 24h, 7d, 30d, 90d",
    description: "There is no such reporting window.",
    sentence: () =>
      "There is no such reporting window: give `period` as 24h, 7d, 30d or 90d, or leave it out."
  }),
  SmtpConnectionFailed: describe(SmtpConnectionFailed, {
    status: 400,
    error: "smtp_connection_failed",
    description:
      "The SMTP server can't be used with these settings; nothing was saved. `message` is one of a few fixed sentences for that stage; `details.hint` says what the named provider expects.",
    details: Schema.Struct({
      stage: SmtpTestStage,
      hint: Schema.optional(
        Schema.String.annotate({ description: "What the named provider expects." })
      )
    }),
    toDetails: ({ hint, stage }) => ({ stage, ...(hint === undefined ? {} : { hint }) })
  }),
  NoReleaseServer: describe(NoReleaseServer, {
    status: 400,
    error: "no_release_server",
    description:
      "There is no mail server to send a captured mail through; `message` says how to have one. Nothing was sent."
  }),
  ReleaseFailed: describe(ReleaseFailed, {
    status: 400,
    error: "release_failed",
    description: "The mail server didn't accept a captured mail; `message` says why.",
    details: Schema.Struct({
      smtp_response: Schema.NullOr(Schema.String).annotate({
        description: "The mail server's reply; null if there was none."
      })
    }),
    toDetails: ({ smtp_response }) => ({ smtp_response })
  }),
  InvalidApiKey: describe(InvalidApiKey, {
    status: 401,
    error: "Invalid API key",
    description: "The key is missing, malformed, unknown or revoked.",
    sentence: () =>
      "The API key is missing, malformed, unknown or revoked: send a valid one as `Authorization: Bearer <key>`.",
    headers: {
      "www-authenticate": { description: "How to authenticate (RFC 6750).", value: () => "Bearer" }
    }
  }),
  InsufficientScope: describe(InsufficientScope, {
    status: 403,
    error: "Insufficient scope",
    description: "The key lacks the scope that the operation needs.",
    sentence: ({ required }) =>
      required === operatorScope
        ? `No API key has the scope ${required}: only the operator may do this, in the dashboard or on the command line.`
        : `The API key lacks the scope ${required}: use a key that has it.`,
    details: Schema.Struct({ required: Scope }),
    toDetails: ({ required }) => ({ required })
  }),
  SendingPaused: describe(SendingPaused, {
    status: 403,
    error: "sending_paused",
    description:
      "The tenant's sending is paused; nothing was queued. `details.reason` says why. Only the operator can resume it.",
    details: Schema.Struct({ reason: PauseReason }),
    toDetails: ({ reason }) => ({ reason })
  }),
  FeedbackCallRefused: describe(FeedbackCallRefused, {
    status: 403,
    error: "feedback_call_refused",
    description:
      "A provider's call failed its check; nothing was recorded. `message` says what to do.",
    details: Schema.Struct({ reason: FeedbackRefusal }),
    toDetails: ({ reason }) => ({ reason })
  }),
  NotFound: describe(NotFound, {
    status: 404,
    error: "not_found",
    description: "There is no such resource, or it belongs to another tenant.",
    sentence: () =>
      "There is no such resource: check the path, the id, and that the API key belongs to the account that owns it."
  }),
  NoSmtpConfig: describe(NoSmtpConfig, {
    status: 404,
    error: "no_smtp_config",
    description: "No SMTP server of the tenant's own is saved."
  }),
  MethodNotAllowed: describe(MethodNotAllowed, {
    status: 405,
    error: "Method not allowed",
    description: "The path exists, but not with this method.",
    headers: {
      allow: {
        description: "The methods that the path supports.",
        value: ({ allow }) => allow.join(", ")
      }
    }
  }),
  TenantExists: describe(TenantExists, {
    status: 409,
    error: "tenant_exists",
    description: "A tenant of that name exists already."
  }),
  DomainExists: describe(DomainExists, {
    status: 409,
    error: "domain_exists",
    description: "The domain was added before, or another tenant has verified it."
  }),
  TemplateExists: describe(TemplateExists, {
    status: 409,
    error: "template_exists",
    description: "There is an active template of that id already."
  }),
  TopicExists: describe(TopicExists, {
    status: 409,
    error: "topic_exists",
    description: "There is a topic of that id already."
  }),
  NotCancellable: describe(NotCancellable, {
    status: 409,
    error: "not_cancellable",
    description:
      "The email can't be cancelled: it was sent or failed before (`settled`), or an attempt is in flight (`in_hand`).",
    details: Schema.Struct({ reason: Schema.Literals(["in_hand", "settled"]) }),
    toDetails: ({ reason }) => ({ reason })
  }),
  ContentRemoved: describe(ContentRemoved, {
    status: 410,
    error: "content_removed",
    description: "The email's content is no longer stored; its log is."
  }),
  PayloadTooLarge: describe(PayloadTooLarge, {
    status: 413,
    error: "Payload too large",
    description:
      "The body is larger than 15 MiB where mail is sent, 10 MiB for imports, 5 MiB for templates and providers' calls, or 1 MiB elsewhere.",
    headers: closed
  }),
  RateLimited: describe(RateLimited, {
    status: 429,
    error: "Rate limit exceeded",
    description:
      "The key has used up its sends for now, or the key or its tenant has used up its writes; `Retry-After` says when to try again.",
    sentence: () =>
      "The rate limit of the API key or of its tenant is used up: try again after the seconds in the header Retry-After.",
    headers: {
      ...retryAfter(({ status }: RateLimited) => status.retryAfterSeconds),
      ...Object.fromEntries(
        Object.entries(rateLimitHeaders).map(([name, { description, value }]) => [
          name,
          { description, value: ({ status }: RateLimited) => value(status) }
        ])
      )
    }
  }),
  MonthlyLimitExceeded: describe(MonthlyLimitExceeded, {
    status: 429,
    error: "Monthly email limit exceeded",
    description: "The month's quota is used up, or the whole send doesn't fit into the rest of it.",
    headers: retryAfter(({ retryAfterSeconds }: MonthlyLimitExceeded) => retryAfterSeconds)
  }),
  InternalError: describe(InternalError, {
    status: 500,
    error: "Internal error",
    description: "The server failed; `details.request_id` is the request's id in its log.",
    details: Schema.Struct({
      request_id: Schema.String.annotate({
        description: "The request's id in the server's log."
      })
    }),
    toDetails: ({ request_id }) => ({ request_id })
  }),
  StorageError: describe(StorageError, {
    status: 503,
    error: "Service unavailable",
    description:
      "The storage is not available; the same request may succeed after `Retry-After`. A send that you repeat with its Idempotency-Key is made once.",
    // Its own message may name files and hosts, for the operator.
    sentence: () =>
      "The storage is not available; try again. A send that you repeat with its Idempotency-Key is made once.",
    headers: retryAfter(1)
  }),
  ApiKeysBusy: describe(ApiKeysBusy, {
    status: 503,
    error: "Service unavailable",
    description:
      "Too many API keys that are new to this process are being checked at once. Nothing was done, and the same request may succeed after `Retry-After`.",
    headers: retryAfter(1)
  }),
  DkimKeysBusy: describe(DkimKeysBusy, {
    status: 503,
    error: "Service unavailable",
    description:
      "Too many requests are creating domain keys at once. Nothing was changed, and the same request may succeed after `Retry-After`.",
    headers: retryAfter(2)
  }),
  CompilerBusy: describe(CompilerBusy, {
    status: 503,
    error: "Service unavailable",
    description:
      "Templates can't be compiled at this moment, mostly because too many are waiting; `message` says why. Nothing was stored, and the same request may succeed after `Retry-After`.",
    headers: retryAfter(1)
  }),
  WebhookTestsBusy: describe(WebhookTestsBusy, {
    status: 503,
    error: "Service unavailable",
    description:
      "Too many webhook endpoints are being tested at once. Nothing was posted, and the same request may succeed after `Retry-After`.",
    headers: retryAfter(5)
  }),
  EventStreamsBusy: describe(EventStreamsBusy, {
    status: 503,
    error: "Service unavailable",
    description:
      "Too many streams of events are open, of the tenant or in this process. Close those that nobody reads, or try again after `Retry-After`.",
    headers: retryAfter(10)
  }),
  FeedbackCallsBusy: describe(FeedbackCallsBusy, {
    status: 503,
    error: "Service unavailable",
    description:
      "A provider's call can't be dealt with at this moment; `message` says why. Nothing was recorded, and the provider calls again.",
    headers: retryAfter(5)
  }),
  LargeBodiesBusy: describe(LargeBodiesBusy, {
    status: 503,
    error: "Service unavailable",
    description:
      "Too many large requests are being read at once. Nothing was done, and the same request may succeed after `Retry-After`.",
    headers: { ...closed, ...retryAfter(5) }
  })
} as const

/** The tag of an error in the table. */
export type ErrorName = keyof typeof errorTable

/** The row of that error, typed without its class. */
export const errorRow = (name: ErrorName): ErrorDescription<Error> =>
  errorTable[name] as unknown as ErrorDescription<Error>

type ErrorOf<Row> = Row extends ErrorDescription<infer E, infer _Details> ? E : never

/** Every error that an operation may fail with. */
export type OperationError = { [Name in ErrorName]: ErrorOf<(typeof errorTable)[Name]> }[ErrorName]
