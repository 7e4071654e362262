import type { Brand, CompilerBusy, Starter, StarterSummary } from "@telemark/contract"
import { Context, type Effect } from "effect"

/** Port: the starter templates of Telemark, in a tenant's brand. */
export class StarterCatalog extends Context.Service<
  StarterCatalog,
  {
    readonly list: (
      tenantId: string,
      brand: Brand
    ) => Effect.Effect<ReadonlyArray<StarterSummary>, CompilerBusy>
    readonly find: (slug: string, brand: Brand) => Starter | undefined
  }
>()("@telemark/core/StarterCatalog") {}
