import {
  type ApiKeyView,
  type CreateApiKey,
  type KeyScope,
  type Scope,
  timestamp,
  timestampOrNull,
  ValidationFailed
} from "@telemark/contract"
import type { Actor } from "../auditLog/AuditEntry.js"
import type { Tenant } from "../tenants/Tenant.js"

/** A slow hash, never the raw text. Times are epoch milliseconds. */
export interface ApiKey {
  readonly id: string
  readonly tenant_id: string
  readonly prefix: string
  readonly hash: string
  readonly name: string
  readonly scopes: ReadonlyArray<KeyScope>
  readonly rate_limit: number
  /** Null: it may send to everybody. */
  readonly allowed_recipients: ReadonlyArray<string> | null
  readonly max_sends_per_day: number | null
  readonly created_at: number
  readonly last_used_at: number | null
  readonly revoked_at: number | null
}

/** As they are now. */
export interface FoundKey {
  readonly key: ApiKey
  readonly tenant: Tenant
}

/** The tenant on whose behalf an operation runs, and the scopes it may use. */
export interface Principal {
  readonly tenant: Tenant
  readonly scopes: ReadonlySet<Scope>
  /** The digest of the session that makes the request. */
  readonly session?: string | undefined
  /** A minute; undefined for in-process callers, who have no limit. */
  readonly rate_limit?: number | undefined
  /** Who it is, unless an API key or the host application. */
  readonly actor?: Actor | undefined
}

/** Of the API key that makes a request. */
export interface Caller extends Principal {
  readonly key_id: string
  readonly key_name: string
  readonly rate_limit: number
  readonly max_sends_per_day?: number | undefined
}

/** By what somebody watches: a key's id, a session's digest, or the id of a member without one. */
export interface Watcher {
  readonly by: "key" | "session" | "member"
  readonly id: string
}

/** With what a stream ends, if it is no call in process. */
export const watcherOf = (principal: Principal): Watcher | undefined => {
  const { actor, session } = principal
  if (session !== undefined) return { by: "session", id: session }
  if (isCaller(principal)) return { by: "key", id: principal.key_id }
  return actor?.kind === "member" && actor.id !== null ? { by: "member", id: actor.id } : undefined
}

export const isCaller = (principal: Principal): principal is Caller => "key_id" in principal

export const callerOf = ({ key, tenant }: FoundKey): Caller => {
  const { allowed_recipients, id, max_sends_per_day, name, rate_limit, scopes } = key
  const caller = { key_id: id, key_name: name, scopes: new Set(scopes), rate_limit }
  if (allowed_recipients === null && max_sends_per_day === null) return { tenant, ...caller }
  return {
    tenant: allowed_recipients === null ? tenant : { ...tenant, sends_only_to: allowed_recipients },
    ...caller,
    max_sends_per_day: max_sends_per_day ?? undefined
  }
}

/** Those that a key has, as the interface shows them. */
export const limitsOf = ({
  allowed_recipients,
  max_sends_per_day
}: Pick<ApiKey, "allowed_recipients" | "max_sends_per_day">): Pick<
  ApiKeyView,
  "allowed_recipients" | "max_sends_per_day"
> => ({
  ...(allowed_recipients === null ? {} : { allowed_recipients }),
  ...(max_sends_per_day === null ? {} : { max_sends_per_day })
})

export const viewOfKey = (key: ApiKey): ApiKeyView => ({
  id: key.id,
  prefix: key.prefix,
  name: key.name,
  scopes: key.scopes,
  rate_limit: key.rate_limit,
  ...limitsOf(key),
  created_at: timestamp(key.created_at),
  last_used_at: timestampOrNull(key.last_used_at),
  revoked_at: timestampOrNull(key.revoked_at)
})

/** With its creator's scopes and rate limit, neither of which the key may exceed. */
export interface NewKeyOwner {
  readonly tenant_id: string
  readonly scopes: ReadonlySet<Scope>
  readonly rate_limit?: number | undefined
}

/** Of those, a key gets what its creator has. */
const defaultScopes: ReadonlyArray<KeyScope> = ["email:send", "email:read"]

type ScopeDecision =
  | { readonly _tag: "Granted"; readonly scopes: ReadonlyArray<KeyScope> }
  | { readonly _tag: "Exceeds"; readonly scopes: ReadonlyArray<KeyScope> }

/**
 * Of the requested scopes, or else of the defaults. `Exceeds` lists those that the creator lacks.
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

export const rateLimitRefusal = (
  asked: number | undefined,
  ofCreator = Number.POSITIVE_INFINITY
): ValidationFailed | undefined =>
  asked !== undefined && asked > ofCreator
    ? ValidationFailed.at(
        "rate_limit",
        `must be at most ${String(ofCreator)}, which is the rate_limit of the key that makes the request`
      )
    : undefined

/** Such a key could make another one without them. */
export const manageRefusal = (
  asked: Pick<CreateApiKey, "allowed_recipients" | "max_sends_per_day">,
  scopes: ReadonlyArray<KeyScope>
): ValidationFailed | undefined => {
  const given = (["allowed_recipients", "max_sends_per_day"] as const).find(
    (name) => asked[name] !== undefined
  )
  return given !== undefined && scopes.includes("apikey:manage")
    ? ValidationFailed.at(
        given,
        "can't be set with the scope apikey:manage: such a key could make others without it"
      )
    : undefined
}

/** Whoever lowered a limit above its own could not put it back. */
export const higherLimitRefusal = (limit: number): ValidationFailed =>
  ValidationFailed.at(
    "rate_limit",
    `can't be changed here: this key's is higher than ${String(limit)}, which is the rate_limit of the key that makes the request`
  )

/** Of a tenant, revoked ones not counted. */
export const maxActiveKeys = 1000

export const tooManyKeys = (): ValidationFailed =>
  ValidationFailed.at(
    "body",
    `can't be made: the tenant has ${maxActiveKeys.toLocaleString("en")} active API keys already. Revoke one first.`
  )
