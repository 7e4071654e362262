import type { RateLimitStatus, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Tenant } from "../tenants/Tenant.js"
import type { ApiKey } from "./ApiKey.js"

/** Active (not revoked) keys per tenant. */
export const maxActiveKeys = 1000

/** Changes to a key; undefined members stay as they are. */
export interface KeyChange {
  readonly name?: string | undefined
  readonly rate_limit?: number | undefined
}

/** Port: storage of API keys. */
export class ApiKeyStore extends Context.Service<
  ApiKeyStore,
  {
    readonly insert: (key: ApiKey) => Effect.Effect<void, StorageError>
    /**
     * The key with this prefix, even if revoked, and its tenant, in one look-up: every request
     * makes it.
     */
    readonly findByPrefix: (
      prefix: string
    ) => Effect.Effect<{ readonly key: ApiKey; readonly tenant: Tenant } | undefined, StorageError>
    /** The tenant's active keys; it may stop counting at `maxActiveKeys`. */
    readonly countActive: (tenantId: string) => Effect.Effect<number, StorageError>
    /** The tenant's keys, including revoked ones, newest first. */
    readonly list: (tenantId: string) => Effect.Effect<ReadonlyArray<ApiKey>, StorageError>
    /**
     * Updates the tenant's key with that id or prefix and returns it; undefined if no active one
     * exists.
     */
    readonly update: (
      tenantId: string,
      idOrPrefix: string,
      change: KeyChange
    ) => Effect.Effect<ApiKey | undefined, StorageError>
    /** Revokes the tenant's key with that id or prefix; false if no active one exists. */
    readonly revoke: (
      tenantId: string,
      idOrPrefix: string,
      now: number
    ) => Effect.Effect<boolean, StorageError>
    readonly touch: (id: string, now: number) => Effect.Effect<void, StorageError>
  }
>()("@telemark/core/ApiKeyStore") {}

/** Port: the buckets of `takeToken`, shared by all processes on the same storage. */
export class RateLimitStore extends Context.Service<
  RateLimitStore,
  {
    /**
     * Takes `count` sends (1 by default) from the key's bucket of `limit` sends a minute: all of
     * them or none.
     */
    readonly consume: (
      keyId: string,
      limit: number,
      now: number,
      count?: number
    ) => Effect.Effect<RateLimitStatus, StorageError>
  }
>()("@telemark/core/RateLimitStore") {}

/** Port: the two hashes of a key. */
export class KeyHasher extends Context.Service<
  KeyHasher,
  {
    /** A slow, salted hash (argon2id) in its encoded form. */
    readonly hash: (key: string) => Effect.Effect<string>
    readonly verify: (key: string, hash: string) => Effect.Effect<boolean>
    /** A fast digest (SHA-256): verified keys are remembered by it, never as raw text. */
    readonly fingerprint: (key: string) => string
  }
>()("@telemark/core/KeyHasher") {}
