import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { BrandSettings } from "./Brand.js"

/** Port: what tenants have set of their brand. */
export class BrandStore extends Context.Tag("@telemark/core/BrandStore")<BrandStore, {
  /** Empty if the tenant has set nothing. */
  readonly find: (tenantId: string) => Effect.Effect<BrandSettings, StorageError>
  /**
   * Replaces the settings with what `change` makes of them, and answers with it. No other change comes between:
   * `change` is called inside the transaction.
   */
  readonly save: (
    tenantId: string,
    change: (current: BrandSettings) => BrandSettings,
    now: number
  ) => Effect.Effect<BrandSettings, StorageError>
}>() {}
