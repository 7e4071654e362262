import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Remove } from "../../database/removeOldest.js"
import type { ApiKey } from "../apiKeys/ApiKey.js"
import type { Tenant } from "../tenants/Tenant.js"

/** Sessions of one key. When another begins, the oldest ends. */
export const maxSessionsOfKey = 100

/**
 * A stored session: the digest of what its cookie carries, never that itself. Times are epoch
 * milliseconds.
 */
export interface StoredSession {
  readonly hash: string
  /** The key that it was made from, and that one's tenant; null for a session of the operator. */
  readonly key: { readonly id: string; readonly tenant_id: string } | null
  readonly created_at: number
  readonly expires_at: number
}

/** A session with its key and tenant as they are now; without a key for the operator's. */
export interface FoundSession {
  readonly expires_at: number
  readonly bound: { readonly key: ApiKey; readonly tenant: Tenant } | null
}

/** Port: sessions of people in browsers, and the tokens that sign them in once. */
export class SessionStore extends Context.Service<
  SessionStore,
  {
    /** Adds a session. The oldest beyond `maxSessionsOfKey` of its key are removed. */
    readonly insert: (session: StoredSession) => Effect.Effect<void, StorageError>
    /**
     * The session with this digest unless it has ended by `now`, in one look-up: every request
     * makes it. Undefined if its key is revoked or its tenant removed.
     */
    readonly find: (
      hash: string,
      now: number
    ) => Effect.Effect<FoundSession | undefined, StorageError>
    readonly remove: (hash: string) => Effect.Effect<void, StorageError>
    /** Adds a token that signs the operator in once, by its digest. */
    readonly insertToken: (
      token: Pick<StoredSession, "hash" | "created_at" | "expires_at">
    ) => Effect.Effect<void, StorageError>
    /**
     * Takes the token with this digest away, and adds the session instead, both or neither. False
     * if there is none or it has expired: of several at once, one succeeds.
     */
    readonly redeem: (
      tokenHash: string,
      session: StoredSession
    ) => Effect.Effect<boolean, StorageError>
    /** Deletes sessions and tokens that ended before a time, as `Retention` does. */
    readonly removeExpired: Remove
  }
>()("@telemark/core/SessionStore") {}
