/**
 * Every error that can reach the wire: its status, its body, its headers. The only place that knows them;
 * the OpenAPI document and the error boundary both read it.
 */
import type { HttpServerResponse } from "@effect/platform/HttpServerResponse"
import {
  ApiKeysBusy, CompilerBusy, DkimKeysBusy, DomainExists, InsufficientScope, InvalidApiKey, InvalidPeriod, MonthlyLimitExceeded, NoSmtpConfig, NotCancellable, NotFound, RateLimited,
  type RateLimitStatus, Scope, ScopeExceedsCaller, SmtpConnectionFailed, StorageError, TemplateExists, TenantExists, ValidationFailed,
  WebhookTestsBusy
} from "@telemark/core"
import { Schema } from "effect"
import { InternalError, LargeBodiesBusy, MethodNotAllowed, PayloadTooLarge } from "./errors.js"
import { plainRow, row } from "./row.js"

const secondsUntilStorageReturns = 1
const secondsUntilACompilerIsFree = 1
const secondsUntilAKeyIsChecked = 1
const secondsUntilKeysAreMade = 2
const secondsUntilATestHasEnded = 5
const secondsUntilThereIsRoom = 5

/** What a rate-limited operation tells of the limit, whatever it answers. */
export const rateLimitHeaders = (status: RateLimitStatus): Readonly<Record<string, string>> => ({
  "ratelimit-limit": String(status.limit),
  "ratelimit-remaining": String(status.remaining),
  "ratelimit-reset": String(status.resetSeconds)
})

const SmtpTestStage = Schema.Literal("dns", "connect", "greeting", "tls", "auth", "timeout", "protocol", "policy")

/** A body doesn't repeat what the headers say, so an error decoded from it knows nothing of the limit. */
const unknownLimit: RateLimitStatus = { allowed: false, limit: 0, remaining: 0, resetSeconds: 0, retryAfterSeconds: 0 }

/** The first of the problems, which is mostly the only one. */
const firstProblem = ({ details }: ValidationFailed): string => {
  const all = Object.entries(details).flatMap(([path, reasons]) => reasons.map((reason) => `${path} ${reason}`))
  const others = all.length - 1
  const more = others < 1 ? "" : others === 1 ? " `details` names one more problem." : ` \`details\` names ${String(others)} more problems.`
  return `${(all[0] ?? "The request breaks a documented rule").replace(/\.$/, "")}.${more}`
}

export const errors = {
  ValidationFailed: row(ValidationFailed, {
    status: 400,
    error: "Validation failed",
    description: "The request breaks a documented rule. `details` names the rule at each dotted path, never the value.",
    sentence: firstProblem,
    members: Schema.Struct({ details: Schema.Record({ key: Schema.String, value: Schema.Array(Schema.String) }) }),
    encode: ({ details }) => ({ details }),
    decode: ({ details }) => new ValidationFailed({ details })
  }),
  ScopeExceedsCaller: row(ScopeExceedsCaller, {
    status: 400,
    error: "scope_exceeds_caller",
    description: "The new key was to hold scopes that the calling key lacks; `details.scopes` names them.",
    sentence: ({ message }) => `${message} Leave them out, or create the key with one that holds them.`,
    members: Schema.Struct({ details: Schema.Struct({ scopes: Schema.Array(Scope) }) }),
    encode: ({ scopes }) => ({ details: { scopes } }),
    decode: ({ details }) => new ScopeExceedsCaller({ scopes: details.scopes })
  }),
  InvalidPeriod: plainRow(InvalidPeriod, {
    status: 400,
    error: "period must be one of 24h, 7d, 30d, 90d",
    description: "There is no such reporting window.",
    sentence: () => "There is no such reporting window: give `period` as 24h, 7d, 30d or 90d, or leave it out.",
    decode: () => new InvalidPeriod()
  }),
  SmtpConnectionFailed: row(SmtpConnectionFailed, {
    status: 400,
    error: "smtp_connection_failed",
    description: "The SMTP server can't be used as it was described; nothing was saved. `message` is one of a few fixed sentences for that stage; `details.hint` says what the provider that was named expects.",
    members: Schema.Struct({ details: Schema.Struct({ stage: SmtpTestStage, hint: Schema.optional(Schema.String) }) }),
    encode: ({ hint, stage }) => ({ details: { stage, ...(hint === undefined ? {} : { hint }) } }),
    decode: ({ details }) => new SmtpConnectionFailed(details)
  }),
  InvalidApiKey: plainRow(InvalidApiKey, {
    status: 401,
    error: "Invalid API key",
    description: "The key is missing, malformed, unknown or revoked.",
    sentence: () => "The API key is missing, malformed, unknown or revoked: send a valid one as `Authorization: Bearer <key>`.",
    decode: () => new InvalidApiKey(),
    headers: () => ({ "www-authenticate": "Bearer" })
  }),
  InsufficientScope: row(InsufficientScope, {
    status: 403,
    error: "Insufficient scope",
    description: "The key lacks the scope that the operation needs.",
    sentence: ({ required }) => `The API key lacks the scope ${required}: use a key that holds it.`,
    members: Schema.Struct({ details: Schema.Struct({ required: Scope }) }),
    encode: ({ required }) => ({ details: { required } }),
    decode: ({ details }) => new InsufficientScope({ required: details.required })
  }),
  NotFound: plainRow(NotFound, {
    status: 404,
    error: "not_found",
    description: "There is no such resource, or it belongs to another tenant.",
    sentence: () => "There is no such resource: check the path, the id, and that the API key is of the account that owns it.",
    decode: () => new NotFound()
  }),
  NoSmtpConfig: plainRow(NoSmtpConfig, {
    status: 404,
    error: "no_smtp_config",
    description: "No SMTP server of the tenant's own is saved.",
    decode: () => new NoSmtpConfig()
  }),
  MethodNotAllowed: plainRow(MethodNotAllowed, {
    status: 405,
    error: "Method not allowed",
    description: "The path exists, but not with this method.",
    decode: () => new MethodNotAllowed({ allow: [] }),
    headers: ({ allow }) => ({ allow: allow.join(", ") })
  }),
  TenantExists: plainRow(TenantExists, {
    status: 409,
    error: "tenant_exists",
    description: "A tenant of that name exists already.",
    decode: () => new TenantExists()
  }),
  DomainExists: plainRow(DomainExists, {
    status: 409,
    error: "domain_exists",
    description: "The domain was added before, or another tenant has verified it.",
    decode: () => new DomainExists()
  }),
  TemplateExists: plainRow(TemplateExists, {
    status: 409,
    error: "template_exists",
    description: "There is an active template of that id already.",
    decode: () => new TemplateExists()
  }),
  NotCancellable: row(NotCancellable, {
    status: 409,
    error: "not_cancellable",
    description: "The email can't be cancelled: it was sent or given up before (`settled`), or an attempt is under way (`in_hand`).",
    members: Schema.Struct({ details: Schema.Struct({ reason: Schema.Literal("in_hand", "settled") }) }),
    encode: ({ reason }) => ({ details: { reason } }),
    decode: ({ details }) => new NotCancellable(details)
  }),
  PayloadTooLarge: plainRow(PayloadTooLarge, {
    status: 413,
    error: "Payload too large",
    description: "The body is larger than 15 MiB where mail is sent, 5 MiB for templates, or 1 MiB elsewhere.",
    decode: () => new PayloadTooLarge(),
    headers: () => ({ connection: "close" })
  }),
  RateLimited: plainRow(RateLimited, {
    status: 429,
    error: "Rate limit exceeded",
    description: "The key has used up its sends for now, or the key or its tenant its writes; `Retry-After` tells when there is one again.",
    sentence: () => "The rate limit of the API key or of its tenant is used up: try again after as many seconds as the header Retry-After says.",
    decode: () => new RateLimited({ status: unknownLimit }),
    headers: ({ status }) => ({ "retry-after": String(status.retryAfterSeconds), ...rateLimitHeaders(status) })
  }),
  MonthlyLimitExceeded: plainRow(MonthlyLimitExceeded, {
    status: 429,
    error: "Monthly email limit exceeded",
    description: "The month's quota is used up, or the send doesn't fit whole into what is left of it.",
    decode: () => new MonthlyLimitExceeded({ retryAfterSeconds: 0 }),
    headers: ({ retryAfterSeconds }) => ({ "retry-after": String(retryAfterSeconds) })
  }),
  InternalError: row(InternalError, {
    status: 500,
    error: "Internal error",
    description: "Something is broken on the server's side; `details.request_id` is the request's id in its log.",
    members: Schema.Struct({ details: Schema.Struct({ request_id: Schema.String }) }),
    encode: ({ request_id }) => ({ details: { request_id } }),
    decode: ({ details }) => new InternalError(details)
  }),
  StorageError: plainRow(StorageError, {
    status: 503,
    error: "Service unavailable",
    description: "The storage is not available; the same request may succeed after `Retry-After`. A send repeated under its Idempotency-Key is made once.",
    decode: () => new StorageError({ reason: "unavailable", cause: undefined }),
    headers: () => ({ "retry-after": String(secondsUntilStorageReturns) })
  }),
  ApiKeysBusy: plainRow(ApiKeysBusy, {
    status: 503,
    error: "Service unavailable",
    description: "Too many API keys that this process hasn't seen yet are being checked at once. Nothing was done, and the same request may succeed after `Retry-After`.",
    decode: () => new ApiKeysBusy(),
    headers: () => ({ "retry-after": String(secondsUntilAKeyIsChecked) })
  }),
  DkimKeysBusy: plainRow(DkimKeysBusy, {
    status: 503,
    error: "Service unavailable",
    description: "Too many domains are being given keys at once. Nothing was changed, and the same request may succeed after `Retry-After`.",
    decode: () => new DkimKeysBusy(),
    headers: () => ({ "retry-after": String(secondsUntilKeysAreMade) })
  }),
  CompilerBusy: plainRow(CompilerBusy, {
    status: 503,
    error: "Service unavailable",
    description: "Templates can't be compiled at this moment, mostly because too many are waiting; `message` says why. Nothing was stored, and the same request may succeed after `Retry-After`.",
    decode: () => new CompilerBusy(),
    headers: () => ({ "retry-after": String(secondsUntilACompilerIsFree) })
  }),
  WebhookTestsBusy: plainRow(WebhookTestsBusy, {
    status: 503,
    error: "Service unavailable",
    description: "Too many webhook endpoints are being tested at once. Nothing was posted, and the same request may succeed after `Retry-After`.",
    decode: () => new WebhookTestsBusy(),
    headers: () => ({ "retry-after": String(secondsUntilATestHasEnded) })
  }),
  LargeBodiesBusy: plainRow(LargeBodiesBusy, {
    status: 503,
    error: "Service unavailable",
    description: "Too many large requests are being read at once. Nothing was done, and the same request may succeed after `Retry-After`.",
    decode: () => new LargeBodiesBusy(),
    // What is still sent is thrown away: better that the client sees its answer at once.
    headers: () => ({ connection: "close", "retry-after": String(secondsUntilThereIsRoom) })
  })
}

type WireError = { [Tag in keyof typeof errors]: Parameters<(typeof errors)[Tag]["respond"]>[0] }[keyof typeof errors]

/** Whether callers are told of this error, as opposed to a fault of ours. */
export const isWireError = (error: unknown): error is WireError =>
  typeof error === "object" && error !== null && "_tag" in error && typeof error._tag === "string" &&
  Object.hasOwn(errors, error._tag) && !(error._tag === "StorageError" && "reason" in error && error.reason === "fault")

/** An error as an entry of a batch tells it: its status and its body in one. */
export const problemOf = (error: WireError): { readonly status: number; readonly error: string; readonly message: string } => {
  const { body, status }: { readonly body: (error: never) => { readonly error: string; readonly message: string }; readonly status: number } = errors[error._tag]
  return { status, ...body(error as never) }
}

/** The answer that an error stands for. */
export const respondTo = (error: WireError): HttpServerResponse => {
  const { respond }: { readonly respond: (error: never) => HttpServerResponse } = errors[error._tag]
  return respond(error as never)
}
