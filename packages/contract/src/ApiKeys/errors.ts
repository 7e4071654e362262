import { Data } from "effect"
import type { RateLimitStatus } from "./RateLimitStatus.js"
import type { Scope } from "./scopes.js"

/** The key is missing, malformed, unknown or revoked: which of them is not told. */
export class InvalidApiKey extends Data.TaggedError("InvalidApiKey")<{}> {
  readonly code = "Invalid API key"

  override get message(): string {
    return "The API key is missing, malformed, unknown or revoked."
  }
}

/** The key is good but lacks the scope that the operation needs. */
export class InsufficientScope extends Data.TaggedError("InsufficientScope")<{ readonly required: Scope }> {
  readonly code = "Insufficient scope"

  override get message(): string {
    return `The API key lacks the scope ${this.required}.`
  }
}

/** A key can't be given scopes that its creator doesn't hold. */
export class ScopeExceedsCaller extends Data.TaggedError("ScopeExceedsCaller")<{
  /** Those asked for that the creator lacks. */
  readonly scopes: ReadonlyArray<Scope>
}> {
  readonly code = "scope_exceeds_caller"

  override get message(): string {
    return `The creator of the key doesn't hold ${this.scopes.join(", ")} itself.`
  }
}

/** The key, or its tenant, has used up its sends or its writes for now. */
export class RateLimited extends Data.TaggedError("RateLimited")<{
  readonly status: RateLimitStatus
  /** What is limited: sends by default; writes are all other requests that change or work out something. */
  readonly counted?: "sends" | "writes"
}> {
  readonly code = "Rate limit exceeded"

  override get message(): string {
    const { limit, retryAfterSeconds } = this.status
    return `Rate limit of ${String(limit)} ${this.counted ?? "sends"} a minute exceeded; try again in ${String(retryAfterSeconds)} s.`
  }
}

/** Too many API keys are being checked or made in this process; the next may be in a moment. Nothing was done. */
export class ApiKeysBusy extends Data.TaggedError("ApiKeysBusy")<{}> {
  readonly code = "Service unavailable"

  override get message(): string {
    return "Too many API keys are being checked at once. Nothing was done; try again in a moment."
  }
}
