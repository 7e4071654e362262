import type { Scope } from "@telemark/contract"
import type { Tenant } from "../Tenants/index.js"

/** A key as it is kept: never its raw text, only a slow hash of it. Times are epoch milliseconds. */
export interface ApiKey {
  readonly id: string
  readonly tenant_id: string
  readonly prefix: string
  readonly hash: string
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly rate_limit: number
  readonly created_at: number
  readonly last_used_at: number | null
  readonly revoked_at: number | null
}

/** In whose name something is done, and what it may do. */
export interface Principal {
  readonly tenant: Tenant
  readonly scopes: ReadonlySet<Scope>
  /** Sends a minute; undefined for callers in process, whom nothing limits. */
  readonly rate_limit?: number | undefined
}

/** Who makes a request: the principal of an API key. */
export interface Caller extends Principal {
  /** The key that was presented. */
  readonly key_id: string
  readonly rate_limit: number
}
