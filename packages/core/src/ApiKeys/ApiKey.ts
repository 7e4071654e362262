import { Schema } from "effect"
import type { Tenant } from "../Tenants/index.js"
import { controlProblem, StorableText } from "../Validation/index.js"
import { allScopes, Scope } from "./scopes.js"

/** Sends per 60 s that a key may make. */
export const RateLimit = Schema.Int.pipe(Schema.between(1, 10_000))

/** The body of POST /api-keys. */
export const CreateApiKey = Schema.Struct({
  name: StorableText.pipe(Schema.minLength(1), Schema.maxLength(255), Schema.filter(controlProblem, { jsonSchema: {} })),
  scopes: Schema.optional(Schema.Array(Scope).pipe(Schema.minItems(1), Schema.maxItems(allScopes.length, { message: () => `must be at most ${String(allScopes.length)} scopes` }))),
  rate_limit: Schema.optional(RateLimit)
}).annotations({ identifier: "CreateApiKey" })
export type CreateApiKey = typeof CreateApiKey.Type

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

/** A key as GET /api-keys lists it. */
export interface ApiKeyView {
  readonly id: string
  readonly prefix: string
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly rate_limit: number
  readonly created_at: string
  readonly last_used_at: string | null
  readonly revoked_at: string | null
}

/** The answer to POST /api-keys: the only place where the raw key is ever shown. */
export interface CreatedApiKey {
  readonly id: string
  readonly key: string
  readonly prefix: string
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly rate_limit: number
  readonly warning: string
}

/** Who makes a request: a tenant, and what it may do. */
export interface Caller {
  readonly tenant: Tenant
  /** The key that was presented. */
  readonly key_id: string
  readonly scopes: ReadonlySet<Scope>
  readonly rate_limit: number
}
