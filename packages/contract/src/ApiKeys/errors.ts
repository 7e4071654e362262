import { Data } from "effect"
import type { RateLimitStatus } from "./RateLimitStatus.js"
import type { KeyScope, Scope } from "./scopes.js"

/** The key is missing, malformed, unknown or revoked; the error doesn't say which. */
export class InvalidApiKey extends Data.TaggedError("InvalidApiKey")<{}> {
  readonly code = "Invalid API key"

  override get message(): string {
    return "The API key is missing, malformed, unknown or revoked."
  }
}

/** The key is valid but lacks the scope that the operation needs. */
export class InsufficientScope extends Data.TaggedError("InsufficientScope")<{
  readonly required: Scope
}> {
  readonly code = "Insufficient scope"

  override get message(): string {
    return `The API key lacks the scope ${this.required}.`
  }
}

/** A new key was to have scopes that its creator lacks. */
export class ScopeExceedsCaller extends Data.TaggedError("ScopeExceedsCaller")<{
  /** The requested scopes that the creator lacks. */
  readonly scopes: ReadonlyArray<KeyScope>
}> {
  readonly code = "scope_exceeds_caller"

  override get message(): string {
    return `The creating key doesn't have ${this.scopes.join(", ")} itself.`
  }
}

/** The key or its tenant has reached its limit of sends or writes. */
export class RateLimited extends Data.TaggedError("RateLimited")<{
  readonly status: RateLimitStatus
  /**
   * The limit that was reached; sends by default. Writes are all other requests that change or
   * compute something.
   */
  readonly counted?: "sends" | "writes"
}> {
  readonly code = "Rate limit exceeded"

  override get message(): string {
    const { limit, retryAfterSeconds } = this.status
    return `Rate limit of ${String(limit)} ${this.counted ?? "sends"} a minute exceeded; try again in ${String(retryAfterSeconds)} s.`
  }
}

/**
 * This process checks or creates too many API keys at once. Nothing was done; try again shortly.
 */
export class ApiKeysBusy extends Data.TaggedError("ApiKeysBusy")<{}> {
  readonly code = "Service unavailable"

  override get message(): string {
    return "Too many API keys are being checked at once. Nothing was done; try again in a moment."
  }
}
