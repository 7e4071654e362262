import type { Page, StorageError, UpdateTenant } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Tenant } from "./Tenant.js"

export interface TenantPage extends Page {
  /** The id that the page begins after. */
  readonly after?: string | undefined
}

/** Port: tenants. */
export class TenantStore extends Context.Service<
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
     * Whether tracked links of a tenant are stopped: it was removed, or the operator has stopped
     * them with a pause. `mark`: the first six octets of the SHA-256 of a tenant's id, in
     * hexadecimal; links have no more of it.
     */
    readonly hasStoppedLinks: (mark: string) => Effect.Effect<boolean, StorageError>
    /**
     * From now on the tenant isn't found, its keys are refused, and its name is free. Its links are
     * stopped, also when everything else of it is forgotten. Answers its id; undefined if there is
     * none of that name.
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
>()("@telemark/core/TenantStore") {}
