import type { RateLimitStatus, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Tenant } from "../Tenants/index.js"
import type { ApiKey } from "./ApiKey.js"

/** How many keys that aren't revoked a tenant may have. */
export const maxActiveKeys = 1000

/** What of a key can change; what is undefined stays. */
export interface KeyChange {
  readonly name?: string | undefined
  readonly rate_limit?: number | undefined
}

/** Port: where API keys are kept. */
export class ApiKeyStore extends Context.Tag("@telemark/core/ApiKeyStore")<ApiKeyStore, {
  readonly insert: (key: ApiKey) => Effect.Effect<void, StorageError>
  /** The key of that prefix, revoked ones too, and its tenant, in one look-up: every request makes it. */
  readonly findByPrefix: (
    prefix: string
  ) => Effect.Effect<{ readonly key: ApiKey; readonly tenant: Tenant } | undefined, StorageError>
  /** How many of the tenant's keys aren't revoked; it may stop counting at `maxActiveKeys`. */
  readonly countActive: (tenantId: string) => Effect.Effect<number, StorageError>
  /** The tenant's keys, revoked ones too, newest first. */
  readonly list: (tenantId: string) => Effect.Effect<ReadonlyArray<ApiKey>, StorageError>
  /** Changes the tenant's key of that id or prefix, and answers it; undefined if there is none that is still valid. */
  readonly update: (tenantId: string, idOrPrefix: string, change: KeyChange) => Effect.Effect<ApiKey | undefined, StorageError>
  /** Revokes the tenant's key of that id or prefix; false if there is none that is still valid. */
  readonly revoke: (tenantId: string, idOrPrefix: string, now: number) => Effect.Effect<boolean, StorageError>
  /** Remembers when the key was last used. */
  readonly touch: (id: string, now: number) => Effect.Effect<void, StorageError>
}>() {}

/** Port: the buckets of `takeToken`, shared by all processes on the same storage. */
export class RateLimitStore extends Context.Tag("@telemark/core/RateLimitStore")<RateLimitStore, {
  /** Takes `count` sends, by default one, from the key's bucket of `limit` sends a minute: all of them or none. */
  readonly consume: (keyId: string, limit: number, now: number, count?: number) => Effect.Effect<RateLimitStatus, StorageError>
}>() {}

/** Port: the two hashes of a key. */
export class KeyHasher extends Context.Tag("@telemark/core/KeyHasher")<KeyHasher, {
  /** A slow, salted hash (argon2id) in its encoded form. */
  readonly hash: (key: string) => Effect.Effect<string>
  /** Whether the key is the one that was hashed. */
  readonly verify: (key: string, hash: string) => Effect.Effect<boolean>
  /** A fast digest (SHA-256) by which a verified key is remembered, so that its raw text isn't. */
  readonly fingerprint: (key: string) => string
}>() {}
