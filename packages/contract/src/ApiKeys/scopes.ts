import { Schema } from "effect"

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
