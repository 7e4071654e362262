import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Tenant } from "./Tenant.js"

/** Port: where tenants are kept. */
export class TenantStore extends Context.Tag("@telemark/core/TenantStore")<TenantStore, {
  /** Keeps the tenant; false if one of that name exists, and then nothing is changed. */
  readonly insert: (tenant: Tenant) => Effect.Effect<boolean, StorageError>
  readonly findByName: (name: string) => Effect.Effect<Tenant | undefined, StorageError>
  /** Every tenant, newest first. */
  readonly list: Effect.Effect<ReadonlyArray<Tenant>, StorageError>
}>() {}
