import type { KeyScope, Scope } from "@telemark/contract"
import type { Tenant } from "../tenants/Tenant.js"

/** A stored API key: a slow hash, never the raw text. Times are epoch milliseconds. */
export interface ApiKey {
  readonly id: string
  readonly tenant_id: string
  readonly prefix: string
  readonly hash: string
  readonly name: string
  readonly scopes: ReadonlyArray<KeyScope>
  readonly rate_limit: number
  readonly created_at: number
  readonly last_used_at: number | null
  readonly revoked_at: number | null
}

/** The tenant on whose behalf an operation runs, and the scopes it may use. */
export interface Principal {
  readonly tenant: Tenant
  readonly scopes: ReadonlySet<Scope>
  /** Sends per minute; undefined for in-process callers, who have no limit. */
  readonly rate_limit?: number | undefined
}

/** The principal of the API key that makes a request. */
export interface Caller extends Principal {
  readonly key_id: string
  readonly rate_limit: number
}
