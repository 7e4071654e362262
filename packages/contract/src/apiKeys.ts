import { Schema } from "effect"
import { defineError, members, retryAfter, unavailable } from "./defineError.js"
import { isAddress, toAsciiDomain } from "./address.js"
import { count, instant, list, named, optional, orNull, required, text, texts } from "./members.js"
import { wholeListOf } from "./paging.js"
import { controlProblem } from "./textRules.js"
import { checkedText, StorableText, wordedRule } from "./validation/text.js"

/** What only the operator may do: no key can have it. */
export const operatorScope = "tenant:manage"

/** What only admins among the members may do, and the operator: no key can have it. */
export const memberScope = "member:manage"

/** What an operator may do beside what keys can. */
export const operatorScopes = [memberScope, "tenant:read", operatorScope] as const

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
  "person:manage",
  "apikey:manage",
  "audit:read"
]).annotate({
  identifier: "KeyScope",
  // Else a wrong value is reported once per scope, which takes seconds for a long list.
  message: `must be a scope that keys can have, such as email:send; ${operatorScope} is the operator's alone`
})
export type KeyScope = typeof KeyScope.Type

export const Scope = Schema.Literals([...KeyScope.literals, ...operatorScopes]).annotate({
  identifier: "Scope"
})
export type Scope = typeof Scope.Type

export const allScopes: ReadonlyArray<KeyScope> = KeyScope.literals

const Name = StorableText.pipe(
  Schema.check(Schema.isMinLength(1)),
  Schema.check(Schema.isMaxLength(255)),
  Schema.check(wordedRule(controlProblem))
)

const Scopes = Schema.Array(KeyScope).pipe(
  Schema.check(Schema.isMinLength(1)),
  Schema.check(
    Schema.isMaxLength(allScopes.length, {
      message: `must be at most ${String(allScopes.length)} scopes`
    })
  )
)

/** Sends a minute. */
export const RateLimit = Schema.Int.pipe(
  Schema.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))
)

/** Whether it is an address such as `ada@example.com`, or a domain such as `@example.com`. */
export const isRecipientPattern = (text: string): boolean =>
  text.startsWith("@") ? toAsciiDomain(text.slice(1)) !== undefined : isAddress(text)

const RecipientPattern = checkedText(
  (text) =>
    isRecipientPattern(text)
      ? undefined
      : "must be an address such as ada@example.com, or a domain such as @example.com",
  { jsonSchema: { type: "string", maxLength: 320 } }
)

export const maxAllowedRecipients = 100

const limits = {
  allowed_recipients: optional(
    Schema.Array(RecipientPattern).pipe(
      Schema.check(Schema.isMinLength(1)),
      Schema.check(
        Schema.isMaxLength(maxAllowedRecipients, {
          message: `must be at most ${String(maxAllowedRecipients)} entries`
        })
      )
    ),
    "The only recipients that the key may send to: addresses such as `ada@example.com`, and domains such as `@example.com`. Such a key can't have the scope `apikey:manage`. By default it may send to everybody. It can't be changed later."
  ),
  max_sends_per_day: optional(
    Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))),
    "Sends in a calendar day (UTC), whatever `rate_limit` allows; refused ones count as well. By default there is no such limit. It can't be changed later."
  )
}

export const CreateApiKey = named("CreateApiKey", {
  name: required(Name, "The name to show people."),
  scopes: optional(
    Scopes,
    "The key's scopes, at most those of the calling key; by default `email:send` and `email:read`."
  ),
  rate_limit: optional(
    RateLimit,
    "Sends a minute, at most as many as the calling key may make; 600 by default."
  ),
  ...limits
})
export type CreateApiKey = typeof CreateApiKey.Type

/** A member that is left out stays as it is. */
export const UpdateApiKey = named("UpdateApiKey", {
  name: optional(Name, "The name to show people."),
  rate_limit: optional(
    RateLimit,
    "Sends a minute, at most as many as the calling key may make. It applies from the next send on."
  )
})
export type UpdateApiKey = typeof UpdateApiKey.Type

const shared = {
  id: text("The key's id."),
  prefix: text("The beginning of the key, by which people recognise it."),
  name: text("The name to show people."),
  scopes: list(KeyScope, "The key's scopes."),
  rate_limit: count("Sends a minute."),
  allowed_recipients: Schema.optional(
    texts("The only recipients that the key may send to; absent if it may send to everybody.")
  ),
  max_sends_per_day: Schema.optional(
    count("Sends in a calendar day (UTC); absent if there is no such limit.")
  )
}

export const ApiKeyView = named("ApiKey", {
  ...shared,
  created_at: instant("When it was created."),
  last_used_at: orNull(instant("When it was last used, to the minute; null if never.")),
  revoked_at: orNull(instant("When it was revoked; null if it is valid."))
})
export type ApiKeyView = typeof ApiKeyView.Type

export const ApiKeyList = wholeListOf(
  "ApiKeyList",
  "The keys, newest first, including revoked ones.",
  ApiKeyView
)
export type ApiKeyList = typeof ApiKeyList.Type

/** Its raw text is shown only here. */
export const CreatedApiKey = named("CreatedApiKey", {
  ...shared,
  key: text("The raw key, shown only here."),
  warning: text("What to do with it.")
})
export type CreatedApiKey = typeof CreatedApiKey.Type

/** After a request. Seconds are whole and rounded up. */
export interface RateLimitStatus {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the bucket is full. */
  readonly resetSeconds: number
  /**
   * If refused: until the request is allowed, or the bucket is full if it needs more. If allowed:
   * until one more is, 0 for now.
   */
  readonly retryAfterSeconds: number
}

/** On success and failure alike. */
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

/** The error doesn't say which. */
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

export class InsufficientScope extends defineError("InsufficientScope", {
  status: 403,
  code: "Insufficient scope",
  description: "The key lacks the scope that the operation needs.",
  details: { required: Scope },
  message: ({ required }) => `The API key lacks the scope ${required}.`,
  sentence: ({ required }) =>
    required === memberScope
      ? `No API key has the scope ${required}: only admins may do this, in the dashboard, and the operator.`
      : operatorScopes.some((scope) => scope === required)
        ? `No API key has the scope ${required}: only the operator may do this, in the dashboard or on the command line.`
        : `The API key lacks the scope ${required}: use a key that has it.`
}) {}

const exceeded = ({ scopes }: { readonly scopes: ReadonlyArray<KeyScope> }): string =>
  `The creating key doesn't have ${scopes.join(", ")} itself.`

export class ScopeExceedsCaller extends defineError("ScopeExceedsCaller", {
  status: 400,
  code: "scope_exceeds_caller",
  description:
    "The request gives the new key scopes that the calling key lacks; `details.scopes` names them.",
  details: {
    scopes: list(KeyScope, "The scopes that the calling key lacks.")
  },
  message: exceeded,
  sentence: (error) =>
    `${exceeded(error)} Leave them out, or create the key with one that has them.`
}) {}

export class RateLimited extends defineError("RateLimited", {
  status: 429,
  code: "Rate limit exceeded",
  description:
    "The key has used up its sends for now, or the key or its tenant has used up its writes; `Retry-After` says when to try again.",
  members: members<{
    readonly status: RateLimitStatus
    /** Sends by default. Writes are all other requests that change or compute something. */
    readonly counted?: "sends" | "writes"
    /** By default a minute. */
    readonly period?: "day"
  }>(),
  message: ({ counted = "sends", period = "minute", status: { limit, retryAfterSeconds } }) =>
    `Rate limit of ${String(limit)} ${counted} a ${period} exceeded; try again in ${String(retryAfterSeconds)} s.`,
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

export class ApiKeysBusy extends defineError("ApiKeysBusy", {
  ...unavailable(1),
  description:
    "Too many API keys that are new to this process are being checked at once. Nothing was done, and the same request may succeed after `Retry-After`.",
  message: "Too many API keys are being checked at once. Nothing was done; try again in a moment."
}) {}
