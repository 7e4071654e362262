import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { PreferenceChange, StoredPreferences } from "./RecipientPreferences.js"

/**
 * Port: what mail the recipients of messages want. Undefined for messages that are unknown, or
 * whose tenant was marked as removed.
 */
export class PreferenceStore extends Context.Service<
  PreferenceStore,
  {
    readonly find: (emailId: string) => Effect.Effect<StoredPreferences | undefined, StorageError>
    /**
     * Applies the result of `decide`, which may run more than once, in one transaction, and returns
     * what is stored then. Suppresses with the reason `unsubscribe`; releases only suppressions
     * with that reason.
     */
    readonly change: (
      emailId: string,
      decide: (before: StoredPreferences) => PreferenceChange,
      now: number
    ) => Effect.Effect<StoredPreferences | undefined, StorageError>
  }
>()("@telemark/core/PreferenceStore") {}
