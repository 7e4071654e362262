import type { Page, StorageError, UpdateTenant } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Tenant } from "./Tenant.js"

export interface TenantPage extends Page {
  /** The id that the page begins after. */
  readonly after?: string | undefined
}

/** Port: tenants. */
export class TenantStore extends Context.Tag("@telemark/core/TenantStore")<
  TenantStore,
  {
    /** False, without a write, if the name exists. */
    readonly insert: (tenant: Tenant) => Effect.Effect<boolean, StorageError>
    readonly findByName: (name: string) => Effect.Effect<Tenant | undefined, StorageError>
    /** Newest first. */
    readonly list: Effect.Effect<ReadonlyArray<Tenant>, StorageError>
    /**
     * A page of those whose name contains a text, in upper or lower case, newest first. Undefined
     * if there is no tenant to begin after.
     */
    readonly page: (
      page: TenantPage,
      query?: string
    ) => Effect.Effect<ReadonlyArray<Tenant> | undefined, StorageError>
    /** Changes what is named, and answers the tenant; undefined if there is none of that name. */
    readonly update: (
      name: string,
      changes: UpdateTenant
    ) => Effect.Effect<Tenant | undefined, StorageError>
    /**
     * From now on the tenant isn't found, its keys are refused, and its name is free. Answers its
     * id; undefined if there is none of that name.
     */
    readonly markRemoved: (
      name: string,
      now: number
    ) => Effect.Effect<string | undefined, StorageError>
    /**
     * Removes everything of a tenant in bounded transactions, what will be sent first, and answers
     * how many rows. Interrupted, it can be called again.
     */
    readonly clear: (id: string) => Effect.Effect<number, StorageError>
    /**
     * Clears every tenant that was marked, and forgets those marked before the instant of which
     * nothing was left.
     */
    readonly finishRemovals: (before: number) => Effect.Effect<void, StorageError>
  }
>() {}
