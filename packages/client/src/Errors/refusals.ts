import type { Scope, SmtpTestStage } from "../Contract/index.js"
import { type ErrorFacts, TelemarkError } from "./TelemarkError.js"

/** Reasons by dotted path, such as `to.3`, `query.limit` or `body`. */
export type ValidationDetails = Readonly<Record<string, ReadonlyArray<string>>>

/** The request breaks a documented rule; nothing was stored and nothing was sent. `details` has the reasons, never a value. */
export class ValidationFailed extends TelemarkError<ValidationDetails> {
  readonly _tag = "ValidationFailed"
  readonly code = "Validation failed"

  constructor(facts: ErrorFacts<ValidationDetails>) {
    const parts = Object.entries(facts.details).map(([path, reasons]) => `${path} ${reasons.join(", ")}`)
    super(facts, `Validation failed: ${parts.join("; ")}`)
  }
}

/** A key can't be given scopes that the calling key doesn't hold; `details.scopes` names them. */
export class ScopeExceedsCaller extends TelemarkError<{ readonly scopes: ReadonlyArray<Scope> }> {
  readonly _tag = "ScopeExceedsCaller"
  readonly code = "scope_exceeds_caller"

  constructor(facts: ErrorFacts<{ readonly scopes: ReadonlyArray<Scope> }>) {
    super(facts, "The calling key doesn't hold all of these scopes itself; `details.scopes` names those it lacks.")
  }
}

/** The reporting window isn't one of those there are. */
export class InvalidPeriod extends TelemarkError {
  readonly _tag = "InvalidPeriod"
  readonly code = "period must be one of 24h, 7d, 30d, 90d"

  constructor(facts: ErrorFacts) {
    super(facts, "The period must be one of 24h, 7d, 30d, 90d.")
  }
}

/** The SMTP server can't be used as it was described; nothing was saved. */
export class SmtpConnectionFailed extends TelemarkError<{ readonly stage: SmtpTestStage; readonly hint?: string }> {
  readonly _tag = "SmtpConnectionFailed"
  readonly code = "smtp_connection_failed"

  constructor(facts: ErrorFacts<{ readonly stage: SmtpTestStage; readonly hint?: string }>) {
    super(facts, "The SMTP server can't be used as it was described; `details.stage` says where it failed.")
  }
}

/** The key is malformed, unknown or revoked. */
export class InvalidApiKey extends TelemarkError {
  readonly _tag = "InvalidApiKey"
  readonly code = "Invalid API key"

  constructor(facts: ErrorFacts) {
    super(facts, "The API key is malformed, unknown or revoked. Check it, or make another one.")
  }
}

/** The key is good but lacks the scope that the operation needs; `details.required` names it. */
export class InsufficientScope extends TelemarkError<{ readonly required: Scope }> {
  readonly _tag = "InsufficientScope"
  readonly code = "Insufficient scope"

  constructor(facts: ErrorFacts<{ readonly required: Scope }>) {
    super(facts, "The API key lacks the scope that this needs; `details.required` names it.")
  }
}

/** There is no such resource, or it belongs to another tenant: the two can't be told apart. */
export class NotFound extends TelemarkError {
  readonly _tag = "NotFound"
  readonly code = "not_found"

  constructor(facts: ErrorFacts) {
    super(facts, "There is no such resource.")
  }
}

/** No SMTP server of the tenant's own is stored. */
export class NoSmtpConfig extends TelemarkError {
  readonly _tag = "NoSmtpConfig"
  readonly code = "no_smtp_config"

  constructor(facts: ErrorFacts) {
    super(facts, "There is no SMTP configuration. Save one first.")
  }
}

/** The path exists, but not with this method: the service is older or newer than this client. */
export class MethodNotAllowed extends TelemarkError {
  readonly _tag = "MethodNotAllowed"
  readonly code = "Method not allowed"

  constructor(facts: ErrorFacts) {
    super(facts, "The service doesn't have this operation. Check that its version is that of this client.")
  }
}

/** The tenant has this domain already, or another tenant has verified it. */
export class DomainExists extends TelemarkError {
  readonly _tag = "DomainExists"
  readonly code = "domain_exists"

  constructor(facts: ErrorFacts) {
    super(facts, "This domain was added before, or another account has verified it.")
  }
}

/** There is an active template of that id already. */
export class TemplateExists extends TelemarkError {
  readonly _tag = "TemplateExists"
  readonly code = "template_exists"

  constructor(facts: ErrorFacts) {
    super(facts, "There is a template of that id already. Update it, or deactivate it first.")
  }
}

/** The email was sent or given up before (`details.reason` is `settled`), or is being sent at this moment (`in_hand`). */
export class NotCancellable extends TelemarkError<{ readonly reason: "in_hand" | "settled" }> {
  readonly _tag = "NotCancellable"
  readonly code = "not_cancellable"

  constructor(facts: ErrorFacts<{ readonly reason: "in_hand" | "settled" }>) {
    super(facts, "The email can't be cancelled: it was sent or given up before, or is being sent at this moment. Look at its status.")
  }
}

/** The body is larger than the service reads: 15 MiB of a send or batch, 5 MiB of anything else. */
export class PayloadTooLarge extends TelemarkError {
  readonly _tag = "PayloadTooLarge"
  readonly code = "Payload too large"

  constructor(facts: ErrorFacts) {
    super(facts, "The request is too large: at most 15 MiB for a send or a batch, 5 MiB for anything else.")
  }
}

/** The key has used up its sends for now; `retryAfterSeconds` tells when there is one again. */
export class RateLimited extends TelemarkError {
  readonly _tag = "RateLimited"
  readonly code = "Rate limit exceeded"

  constructor(facts: ErrorFacts) {
    super(facts, "The API key has used up its sends for now; `retryAfterSeconds` tells when there is one again.")
  }
}

/** The tenant has used up its month, or the send doesn't fit whole into what is left. Nothing was queued. */
export class MonthlyLimitExceeded extends TelemarkError {
  readonly _tag = "MonthlyLimitExceeded"
  readonly code = "Monthly email limit exceeded"

  constructor(facts: ErrorFacts) {
    super(facts, "The monthly email limit is reached, or this send doesn't fit into what is left of it. Nothing was queued.")
  }
}

/** Something is broken on the service's side; its log has the cause under `requestId`. */
export class InternalError extends TelemarkError {
  readonly _tag = "InternalError"
  readonly code = "Internal error"

  constructor(facts: ErrorFacts) {
    super({ ...facts, message: undefined }, "The service failed; its log has the cause under `requestId`.")
  }
}

/** The service can't do this at the moment. Whether it was done can't be told: repeat a send under its Idempotency-Key. */
export class ServiceUnavailable extends TelemarkError {
  readonly _tag = "ServiceUnavailable"
  readonly code = "Service unavailable"

  constructor(facts: ErrorFacts) {
    super(facts, "The service can't do this at the moment; try again. A send repeated under its Idempotency-Key is made once.")
  }
}

/** The service refused with a code that this version of the client doesn't know. */
export class UnknownError extends TelemarkError {
  readonly _tag = "UnknownError"

  constructor(readonly code: string, facts: ErrorFacts) {
    super(facts, `The service refused with an error that this client doesn't know: ${code}`)
  }
}
