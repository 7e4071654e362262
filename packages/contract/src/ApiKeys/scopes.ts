import { Schema } from "effect"

/** What an API key may do; each endpoint requires one. */
export const Scope = Schema.Literal(
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
).annotations({
  identifier: "Scope",
  // Without its own message, a wrong value is reported once per scope, and a long list of them takes seconds.
  message: () => ({ message: "must be a scope such as email:send", override: true })
})
export type Scope = typeof Scope.Type

/** All scopes. */
export const allScopes: ReadonlyArray<Scope> = Scope.literals
