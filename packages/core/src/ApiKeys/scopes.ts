import type { Scope } from "@telemark/contract"

/** What a key is given when its creator names no scopes, as far as the creator holds them. */
const defaultScopes: ReadonlyArray<Scope> = ["email:send", "email:read"]

export type ScopeDecision =
  | { readonly _tag: "Granted"; readonly scopes: ReadonlyArray<Scope> }
  | { readonly _tag: "Exceeds"; readonly scopes: ReadonlyArray<Scope> }

/**
 * The scopes of a new key: those asked for, all of which the creator must hold; or the defaults, clamped
 * to what the creator holds. `Exceeds` names those that the creator lacks.
 */
export const grantScopes = (asked: ReadonlyArray<Scope> | undefined, ofCreator: ReadonlySet<Scope>): ScopeDecision => {
  const wanted = [...new Set(asked ?? defaultScopes)]
  const granted = wanted.filter((scope) => ofCreator.has(scope))
  const isEnough = asked === undefined ? granted.length > 0 : granted.length === wanted.length
  return isEnough
    ? { _tag: "Granted", scopes: granted }
    : { _tag: "Exceeds", scopes: wanted.filter((scope) => !ofCreator.has(scope)) }
}
