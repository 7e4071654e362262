import { Schema } from "effect"
import { defineError, members, retryAfter, unavailable } from "../defineError.js"
import { rateLimitHeaders, type RateLimitStatus } from "./RateLimitStatus.js"
import { KeyScope, operatorScope, Scope } from "./scopes.js"

/** The key is missing, malformed, unknown or revoked; the error doesn't say which. */
export class InvalidApiKey extends defineError("InvalidApiKey", {
  status: 401,
  code: "Invalid API key",
  description: "The key is missing, malformed, unknown or revoked.",
  message: "The API key is missing, malformed, unknown or revoked.",
  sentence:
    "The API key is missing, malformed, unknown or revoked: send a valid one as `Authorization: Bearer <key>`.",
  headers: {
    "www-authenticate": { description: "How to authenticate (RFC 6750).", value: () => "Bearer" }
  }
}) {}

/** The key is valid but lacks the scope that the operation needs. */
export class InsufficientScope extends defineError("InsufficientScope", {
  status: 403,
  code: "Insufficient scope",
  description: "The key lacks the scope that the operation needs.",
  details: { required: Scope },
  message: ({ required }) => `The API key lacks the scope ${required}.`,
  sentence: ({ required }) =>
    required === operatorScope
      ? `No API key has the scope ${required}: only the operator may do this, in the dashboard or on the command line.`
      : `The API key lacks the scope ${required}: use a key that has it.`
}) {}

const exceeded = ({ scopes }: { readonly scopes: ReadonlyArray<KeyScope> }): string =>
  `The creating key doesn't have ${scopes.join(", ")} itself.`

/** A new key was to have scopes that its creator lacks. */
export class ScopeExceedsCaller extends defineError("ScopeExceedsCaller", {
  status: 400,
  code: "scope_exceeds_caller",
  description:
    "The request gives the new key scopes that the calling key lacks; `details.scopes` names them.",
  details: {
    scopes: Schema.Array(KeyScope).annotate({
      description: "The scopes that the calling key lacks."
    })
  },
  message: exceeded,
  sentence: (error) =>
    `${exceeded(error)} Leave them out, or create the key with one that has them.`
}) {}

/** The key or its tenant has reached its limit of sends or writes. */
export class RateLimited extends defineError("RateLimited", {
  status: 429,
  code: "Rate limit exceeded",
  description:
    "The key has used up its sends for now, or the key or its tenant has used up its writes; `Retry-After` says when to try again.",
  members: members<{
    readonly status: RateLimitStatus
    /**
     * The limit that was reached; sends by default. Writes are all other requests that change or
     * compute something.
     */
    readonly counted?: "sends" | "writes"
  }>(),
  message: ({ counted = "sends", status: { limit, retryAfterSeconds } }) =>
    `Rate limit of ${String(limit)} ${counted} a minute exceeded; try again in ${String(retryAfterSeconds)} s.`,
  sentence:
    "The rate limit of the API key or of its tenant is used up: try again after the seconds in the header Retry-After.",
  headers: {
    ...retryAfter(({ status }: { readonly status: RateLimitStatus }) => status.retryAfterSeconds),
    ...Object.fromEntries(
      Object.entries(rateLimitHeaders).map(([name, { description, value }]) => [
        name,
        {
          description,
          value: ({ status }: { readonly status: RateLimitStatus }) => value(status)
        }
      ])
    )
  }
}) {}

/**
 * This process checks or creates too many API keys at once. Nothing was done; try again shortly.
 */
export class ApiKeysBusy extends defineError("ApiKeysBusy", {
  ...unavailable(1),
  description:
    "Too many API keys that are new to this process are being checked at once. Nothing was done, and the same request may succeed after `Retry-After`.",
  message: "Too many API keys are being checked at once. Nothing was done; try again in a moment."
}) {}
