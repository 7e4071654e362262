import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { BrandSettings } from "./Brand.js"

/** Port: tenants' brand settings. */
export class BrandStore extends Context.Service<
  BrandStore,
  {
    readonly find: (tenantId: string) => Effect.Effect<BrandSettings, StorageError>
    /**
     * Replaces the settings with the result of `change`, which runs inside the transaction, and
     * returns them.
     */
    readonly save: (
      tenantId: string,
      change: (current: BrandSettings) => BrandSettings,
      now: number
    ) => Effect.Effect<BrandSettings, StorageError>
  }
>()("@telemark/core/BrandStore") {}
