import { Schema } from "effect"
import { count, instant, listOf, optional, orNull, required, text } from "../members.js"
import { controlProblem, StorableText } from "../Validation/index.js"
import { allScopes, Scope } from "./scopes.js"

const Name = StorableText.pipe(Schema.minLength(1), Schema.maxLength(255), Schema.filter(controlProblem, { jsonSchema: {} }))

const Scopes = Schema.Array(Scope).pipe(
  Schema.minItems(1),
  Schema.maxItems(allScopes.length, { message: () => `must be at most ${String(allScopes.length)} scopes` })
)

/** Sends per 60 s that a key may make: 1 to 10,000. */
export const RateLimit = Schema.Int.pipe(Schema.between(1, 10_000))

/** A new key. */
export const CreateApiKey = Schema.Struct({
  name: required(Name, "What people call it."),
  scopes: optional(Scopes, "What it may do, at most what the calling key may; by default `email:send` and `email:read`."),
  rate_limit: optional(RateLimit, "Sends a minute, at most as many as the calling key has; 600 by default.")
}).annotations({ identifier: "CreateApiKey" })
export type CreateApiKey = typeof CreateApiKey.Type

/** Changes of a key. A member that is left out stays as it is. */
export const UpdateApiKey = Schema.Struct({
  name: optional(Name, "What people call it."),
  rate_limit: optional(RateLimit, "Sends a minute, at most as many as the calling key has. It counts from the next send on.")
}).annotations({ identifier: "UpdateApiKey" })
export type UpdateApiKey = typeof UpdateApiKey.Type

const shared = {
  id: text("The key's id."),
  prefix: text("How the key begins, by which people tell keys apart."),
  name: text("What people call it."),
  scopes: Schema.Array(Scope).annotations({ description: "What it may do." }),
  rate_limit: count("Sends a minute.")
}

/** A key as lists show it. */
export const ApiKeyView = Schema.Struct({
  ...shared,
  created_at: instant("When it was made."),
  last_used_at: orNull(instant("When it was used last, to the minute; null if never.")),
  revoked_at: orNull(instant("Since when it opens nothing; null if it does."))
}).annotations({ identifier: "ApiKey" })
export type ApiKeyView = typeof ApiKeyView.Type

export const ApiKeyList = listOf("ApiKeyList", "Newest first, revoked ones too.", ApiKeyView)
export type ApiKeyList = typeof ApiKeyList.Type

/** A new key. Its raw text is shown only here. */
export const CreatedApiKey = Schema.Struct({
  ...shared,
  key: text("The raw key, shown only here."),
  warning: text("What to do with it.")
}).annotations({ identifier: "CreatedApiKey" })
export type CreatedApiKey = typeof CreatedApiKey.Type
