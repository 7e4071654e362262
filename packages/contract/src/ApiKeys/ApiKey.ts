import { Schema } from "effect"
import { count, instant, listOf, optional, orNull, required, text } from "../members.js"
import { controlProblem, StorableText } from "../Validation/index.js"
import { allScopes, KeyScope } from "./scopes.js"

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

export const ApiKeyList = listOf(
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
