import { Schema } from "effect"
import { defineError, members, retryAfter, unavailable } from "./defineError.js"
import { count, instant, optional, orNull, required, text } from "./members.js"
import { wholeListOf } from "./paging.js"
import { controlProblem } from "./textRules.js"
import { StorableText } from "./validation/text.js"

/** What only the operator of a deployment may do: no key can have it. */
export const operatorScope = "tenant:manage"

/** What an API key may do. */
export const KeyScope = Schema.Literals([
  "email:send",
  "email:read",
  "template:read",
  "template:manage",
  "domain:read",
  "domain:write",
  "smtp:read",
  "smtp:write",
  "suppression:read",
  "suppression:write",
  "topic:read",
  "topic:write",
  "webhook:read",
  "webhook:write",
  "feedback:read",
  "feedback:write",
  "tracking:read",
  "tracking:write",
  "apikey:manage"
]).annotate({
  identifier: "KeyScope",
  // Without its own message, a wrong value is reported once per scope, and a long list of them
  // takes seconds.
  message: `must be a scope that keys can have, such as email:send; ${operatorScope} is the operator's alone`
})
export type KeyScope = typeof KeyScope.Type

/** What an operation needs: a scope of keys, or the operator's. */
export const Scope = Schema.Literals([...KeyScope.literals, operatorScope]).annotate({
  identifier: "Scope"
})
export type Scope = typeof Scope.Type

/** All scopes that a key can have. */
export const allScopes: ReadonlyArray<KeyScope> = KeyScope.literals

const Name = StorableText.pipe(
  Schema.check(Schema.isMinLength(1)),
  Schema.check(Schema.isMaxLength(255)),
  Schema.check(Schema.makeFilter(controlProblem, { jsonSchema: {} }))
)

const Scopes = Schema.Array(KeyScope).pipe(
  Schema.check(Schema.isMinLength(1)),
  Schema.check(
    Schema.isMaxLength(allScopes.length, {
      message: `must be at most ${String(allScopes.length)} scopes`
    })
  )
)

/** Sends per 60 s that a key may make: 1 to 10,000. */
export const RateLimit = Schema.Int.pipe(
  Schema.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))
)

/** A new key. */
export const CreateApiKey = Schema.Struct({
  name: required(Name, "The name to show people."),
  scopes: optional(
    Scopes,
    "The key's scopes, at most those of the calling key; by default `email:send` and `email:read`."
  ),
  rate_limit: optional(
    RateLimit,
    "Sends a minute, at most as many as the calling key may make; 600 by default."
  )
}).annotate({ identifier: "CreateApiKey" })
export type CreateApiKey = typeof CreateApiKey.Type

/** Changes of a key. A member that is left out stays as it is. */
export const UpdateApiKey = Schema.Struct({
  name: optional(Name, "The name to show people."),
  rate_limit: optional(
    RateLimit,
    "Sends a minute, at most as many as the calling key may make. It applies from the next send on."
  )
}).annotate({ identifier: "UpdateApiKey" })
export type UpdateApiKey = typeof UpdateApiKey.Type

const shared = {
  id: text("The key's id."),
  prefix: text("The beginning of the key, by which people recognise it."),
  name: text("The name to show people."),
  scopes: Schema.Array(KeyScope).annotate({ description: "The key's scopes." }),
  rate_limit: count("Sends a minute.")
}

/** A key as lists show it. */
export const ApiKeyView = Schema.Struct({
  ...shared,
  created_at: instant("When it was created."),
  last_used_at: orNull(instant("When it was last used, to the minute; null if never.")),
  revoked_at: orNull(instant("When it was revoked; null if it is valid."))
}).annotate({ identifier: "ApiKey" })
export type ApiKeyView = typeof ApiKeyView.Type

export const ApiKeyList = wholeListOf(
  "ApiKeyList",
  "The keys, newest first, including revoked ones.",
  ApiKeyView
)
export type ApiKeyList = typeof ApiKeyList.Type

/** A new key. Its raw text is shown only here. */
export const CreatedApiKey = Schema.Struct({
  ...shared,
  key: text("The raw key, shown only here."),
  warning: text("What to do with it.")
}).annotate({ identifier: "CreatedApiKey" })
export type CreatedApiKey = typeof CreatedApiKey.Type

/** The state of a key's rate limit after a request. Seconds are whole and rounded up. */
export interface RateLimitStatus {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the bucket is full. */
  readonly resetSeconds: number
  /**
   * If refused: seconds until the request is allowed, or until the bucket is full if it needs more.
   * If allowed: seconds until one more is, 0 for now.
   */
  readonly retryAfterSeconds: number
}

/** Response headers of operations that are rate limited, on success and failure alike. */
export const rateLimitHeaders = {
  "ratelimit-limit": {
    description: "The number of these requests that the key may make in a minute.",
    value: ({ limit }: RateLimitStatus) => String(limit)
  },
  "ratelimit-remaining": {
    description: "The number that is left now.",
    value: ({ remaining }: RateLimitStatus) => String(remaining)
  },
  "ratelimit-reset": {
    description: "Whole seconds until all of them are available again.",
    value: ({ resetSeconds }: RateLimitStatus) => String(resetSeconds)
  }
} as const

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
