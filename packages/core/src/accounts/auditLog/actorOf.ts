import { isCaller, type Principal } from "../apiKeys/ApiKey.js"
import { type Actor, application, type ChangedBy } from "./AuditEntry.js"

/**
 * A host application's own calls have neither a key nor a person. Whoever may see all tenants acts
 * for the operator: a tenant has no such members.
 */
export const actorOf = (principal: Principal): Actor => {
  const { actor, scopes } = principal
  if (actor !== undefined)
    return actor.kind === "member" && scopes.has("tenant:read")
      ? { ...actor, kind: "operator" }
      : actor
  return isCaller(principal)
    ? { kind: "key", id: principal.key_id, name: principal.key_name }
    : application
}

/** Who changes what is their own in the dashboard. A tenant isn't shown the operator's. */
export const changedBy = ({
  operator,
  principal
}: {
  readonly operator: boolean
  readonly principal: Principal
}): ChangedBy => ({
  actor: actorOf(principal),
  tenant: operator ? undefined : principal.tenant
})
