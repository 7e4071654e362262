import type { KeyScope, Scope } from "@telemark/contract"

/** Scopes of a key whose creator names none, as far as the creator has them. */
const defaultScopes: ReadonlyArray<KeyScope> = ["email:send", "email:read"]

export type ScopeDecision =
  | { readonly _tag: "Granted"; readonly scopes: ReadonlyArray<KeyScope> }
  | { readonly _tag: "Exceeds"; readonly scopes: ReadonlyArray<KeyScope> }

/**
 * The requested scopes, which the creator must have, or the defaults that the creator has.
 * `Exceeds` lists those that the creator lacks.
 */
export const grantScopes = (
  asked: ReadonlyArray<KeyScope> | undefined,
  ofCreator: ReadonlySet<Scope>
): ScopeDecision => {
  const wanted = [...new Set(asked ?? defaultScopes)]
  const granted = wanted.filter((scope) => ofCreator.has(scope))
  const isEnough = asked === undefined ? granted.length > 0 : granted.length === wanted.length
  return isEnough
    ? { _tag: "Granted", scopes: granted }
    : { _tag: "Exceeds", scopes: wanted.filter((scope) => !ofCreator.has(scope)) }
}
