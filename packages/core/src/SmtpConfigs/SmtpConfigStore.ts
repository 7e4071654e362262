import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { SmtpConfigRecord } from "./SmtpConfig.js"

/** Port: the tenants' own SMTP servers, one each. */
export class SmtpConfigStore extends Context.Tag("@telemark/core/SmtpConfigStore")<SmtpConfigStore, {
  /** Keeps it in place of the tenant's present one, whose `created_at` stays. */
  readonly save: (config: SmtpConfigRecord) => Effect.Effect<void, StorageError>
  /** Look-ups at the same time share a statement: each send without a sender asks. */
  readonly find: (tenantId: string) => Effect.Effect<SmtpConfigRecord | undefined, StorageError>
  /** False if there was none. */
  readonly remove: (tenantId: string) => Effect.Effect<boolean, StorageError>
  /** Notes whether the server takes our login; nothing if the config of that id was replaced by now. Changes no other member. */
  readonly setVerified: (tenantId: string, id: string, verified: boolean) => Effect.Effect<void, StorageError>
}>() {}
