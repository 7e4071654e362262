// Made of @telemark/contract: change that, then run `npm run generate`.
import type { KeyScope, PauseReason, Scope } from "../Contract/index.js"
import { refusal } from "./refusal.js"
import { ValidationFailed } from "./ValidationFailed.js"

/** The email's content is no longer stored; its log is. */
export class ContentRemoved extends refusal<"ContentRemoved", "content_removed", unknown>("ContentRemoved", "content_removed", "The email's content is no longer stored; its log is.") {}

/** The domain was added before, or another tenant has verified it. */
export class DomainExists extends refusal<"DomainExists", "domain_exists", unknown>("DomainExists", "domain_exists", "The domain was added before, or another tenant has verified it.") {}

/** The key lacks the scope that the operation needs. */
export class InsufficientScope extends refusal<"InsufficientScope", "Insufficient scope", { readonly required: Scope }>("InsufficientScope", "Insufficient scope", "The key lacks the scope that the operation needs.") {}

/** The server failed; `details.request_id` is the request's id in its log. */
export class InternalError extends refusal<"InternalError", "Internal error", { readonly request_id: string }>("InternalError", "Internal error", "The server failed; `details.request_id` is the request's id in its log.") {}

/** The key is missing, malformed, unknown or revoked. */
export class InvalidApiKey extends refusal<"InvalidApiKey", "Invalid API key", unknown>("InvalidApiKey", "Invalid API key", "The key is missing, malformed, unknown or revoked.") {}

/** There is no such reporting window. */
export class InvalidPeriod extends refusal<"InvalidPeriod", "period must be one of 24h, 7d, 30d, 90d", unknown>("InvalidPeriod", "period must be one of 24h, 7d, 30d, 90d", "There is no such reporting window.") {}

/** The path exists, but not with this method. */
export class MethodNotAllowed extends refusal<"MethodNotAllowed", "Method not allowed", unknown>("MethodNotAllowed", "Method not allowed", "The path exists, but not with this method.") {}

/** The month's quota is used up, or the whole send doesn't fit into the rest of it. */
export class MonthlyLimitExceeded extends refusal<"MonthlyLimitExceeded", "Monthly email limit exceeded", unknown>("MonthlyLimitExceeded", "Monthly email limit exceeded", "The month's quota is used up, or the whole send doesn't fit into the rest of it.") {}

/** There is no mail server to send a captured mail through; `message` says how to have one. Nothing was sent. */
export class NoReleaseServer extends refusal<"NoReleaseServer", "no_release_server", unknown>("NoReleaseServer", "no_release_server", "There is no mail server to send a captured mail through; `message` says how to have one. Nothing was sent.") {}

/** No SMTP server of the tenant's own is saved. */
export class NoSmtpConfig extends refusal<"NoSmtpConfig", "no_smtp_config", unknown>("NoSmtpConfig", "no_smtp_config", "No SMTP server of the tenant's own is saved.") {}

/** The email can't be cancelled: it was sent or failed before (`settled`), or an attempt is in flight (`in_hand`). */
export class NotCancellable extends refusal<"NotCancellable", "not_cancellable", { readonly reason: "in_hand" | "settled" }>("NotCancellable", "not_cancellable", "The email can't be cancelled: it was sent or failed before (`settled`), or an attempt is in flight (`in_hand`).") {}

/** There is no such resource, or it belongs to another tenant. */
export class NotFound extends refusal<"NotFound", "not_found", unknown>("NotFound", "not_found", "There is no such resource, or it belongs to another tenant.") {}

/** The body is larger than 15 MiB where mail is sent, 10 MiB for imports, 5 MiB for templates and providers' calls, or 1 MiB elsewhere. */
export class PayloadTooLarge extends refusal<"PayloadTooLarge", "Payload too large", unknown>("PayloadTooLarge", "Payload too large", "The body is larger than 15 MiB where mail is sent, 10 MiB for imports, 5 MiB for templates and providers' calls, or 1 MiB elsewhere.") {}

/** The key has used up its sends for now, or the key or its tenant has used up its writes; `Retry-After` says when to try again. */
export class RateLimited extends refusal<"RateLimited", "Rate limit exceeded", unknown>("RateLimited", "Rate limit exceeded", "The key has used up its sends for now, or the key or its tenant has used up its writes; `Retry-After` says when to try again.") {}

/** The mail server didn't accept a captured mail; `message` says why. */
export class ReleaseFailed extends refusal<"ReleaseFailed", "release_failed", { readonly smtp_response: string | null }>("ReleaseFailed", "release_failed", "The mail server didn't accept a captured mail; `message` says why.") {}

/** The request gives the new key scopes that the calling key lacks; `details.scopes` names them. */
export class ScopeExceedsCaller extends refusal<"ScopeExceedsCaller", "scope_exceeds_caller", { readonly scopes: ReadonlyArray<KeyScope> }>("ScopeExceedsCaller", "scope_exceeds_caller", "The request gives the new key scopes that the calling key lacks; `details.scopes` names them.") {}

/** The tenant's sending is paused; nothing was queued. `details.reason` says why. Only the operator can resume it. */
export class SendingPaused extends refusal<"SendingPaused", "sending_paused", { readonly reason: PauseReason }>("SendingPaused", "sending_paused", "The tenant's sending is paused; nothing was queued. `details.reason` says why. Only the operator can resume it.") {}

/** The service can't do this at the moment. Whether it was done can't be told: repeat a send under its Idempotency-Key. */
export class ServiceUnavailable extends refusal<"ServiceUnavailable", "Service unavailable", unknown>("ServiceUnavailable", "Service unavailable", "The service can't do this at the moment. Whether it was done can't be told: repeat a send under its Idempotency-Key.") {}

/** The SMTP server can't be used with these settings; nothing was saved. `message` is one of a few fixed sentences for that stage; `details.hint` says what the named provider expects. */
export class SmtpConnectionFailed extends refusal<"SmtpConnectionFailed", "smtp_connection_failed", { readonly stage: "dns" | "connect" | "greeting" | "tls" | "auth" | "timeout" | "protocol" | "policy"; readonly hint?: string }>("SmtpConnectionFailed", "smtp_connection_failed", "The SMTP server can't be used with these settings; nothing was saved. `message` is one of a few fixed sentences for that stage; `details.hint` says what the named provider expects.") {}

/** There is an active template of that id already. */
export class TemplateExists extends refusal<"TemplateExists", "template_exists", unknown>("TemplateExists", "template_exists", "There is an active template of that id already.") {}

/** A tenant of that name exists already. */
export class TenantExists extends refusal<"TenantExists", "tenant_exists", unknown>("TenantExists", "tenant_exists", "A tenant of that name exists already.") {}

/** There is a topic of that id already. */
export class TopicExists extends refusal<"TopicExists", "topic_exists", unknown>("TopicExists", "topic_exists", "There is a topic of that id already.") {}

/** The classes, by the code that the service answers. */
export const refusals = {
  "Validation failed": ValidationFailed,
  content_removed: ContentRemoved,
  domain_exists: DomainExists,
  "Insufficient scope": InsufficientScope,
  "Internal error": InternalError,
  "Invalid API key": InvalidApiKey,
  "period must be one of 24h, 7d, 30d, 90d": InvalidPeriod,
  "Method not allowed": MethodNotAllowed,
  "Monthly email limit exceeded": MonthlyLimitExceeded,
  no_release_server: NoReleaseServer,
  no_smtp_config: NoSmtpConfig,
  not_cancellable: NotCancellable,
  not_found: NotFound,
  "Payload too large": PayloadTooLarge,
  "Rate limit exceeded": RateLimited,
  release_failed: ReleaseFailed,
  scope_exceeds_caller: ScopeExceedsCaller,
  sending_paused: SendingPaused,
  "Service unavailable": ServiceUnavailable,
  smtp_connection_failed: SmtpConnectionFailed,
  template_exists: TemplateExists,
  tenant_exists: TenantExists,
  topic_exists: TopicExists
} as const
