import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { SmtpConfigRecord } from "./SmtpConfig.js"

/** Port: tenants' own SMTP servers, one each. */
export class SmtpConfigStore extends Context.Service<
  SmtpConfigStore,
  {
    /** Replaces the tenant's server, whose `created_at` stays. */
    readonly save: (config: SmtpConfigRecord) => Effect.Effect<void, StorageError>
    /** Concurrent look-ups share a statement: each send without a sender makes one. */
    readonly find: (tenantId: string) => Effect.Effect<SmtpConfigRecord | undefined, StorageError>
    readonly remove: (tenantId: string) => Effect.Effect<boolean, StorageError>
    /**
     * Stores whether the server accepts our login, and nothing else; no effect if the config with
     * that id was replaced.
     */
    readonly setVerified: (
      tenantId: string,
      id: string,
      verified: boolean
    ) => Effect.Effect<void, StorageError>
  }
>()("@telemark/core/SmtpConfigStore") {}
