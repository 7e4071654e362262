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
  "webhook:read",
  "webhook:write",
  "apikey:manage"
).annotations({
  identifier: "Scope",
  // Otherwise a wrong value is told once for each scope there is, and a long list of them takes seconds.
  message: () => ({ message: "must be a scope such as email:send", override: true })
})
export type Scope = typeof Scope.Type

/** Every scope there is. */
export const allScopes: ReadonlyArray<Scope> = Scope.literals

/** What a key is given when its creator names no scopes, as far as the creator holds them. */
const defaultScopes: ReadonlyArray<Scope> = ["email:send", "email:read"]

export type ScopeDecision =
  | { readonly _tag: "Granted"; readonly scopes: ReadonlyArray<Scope> }
  | { readonly _tag: "Exceeds"; readonly scopes: ReadonlyArray<Scope> }

/**
 * The scopes of a new key: those asked for, all of which the creator must hold; or the defaults, clamped
 * to what the creator holds. `Exceeds` names those that the creator lacks.
 */
export const grantScopes = (asked: ReadonlyArray<Scope> | undefined, held: ReadonlySet<Scope>): ScopeDecision => {
  const wanted = [...new Set(asked ?? defaultScopes)]
  const granted = wanted.filter((scope) => held.has(scope))
  const isEnough = asked === undefined ? granted.length > 0 : granted.length === wanted.length
  return isEnough
    ? { _tag: "Granted", scopes: granted }
    : { _tag: "Exceeds", scopes: wanted.filter((scope) => !held.has(scope)) }
}
