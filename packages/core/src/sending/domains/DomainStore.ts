import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { DomainRecord } from "./Domain.js"

/** Identifies a domain of a tenant. */
export interface DomainKey {
  readonly tenant_id: string
  readonly domain: string
}

/**
 * The result of an update. `Taken`: the domain would become owned although another tenant owns it;
 * nothing is written.
 */
export type DomainChange =
  | { readonly _tag: "Changed"; readonly domain: DomainRecord }
  | { readonly _tag: "Missing" }
  | { readonly _tag: "Taken" }

/** Domains per tenant. */
export const maxDomains = 1000

/**
 * The result of an insert. `exists`: the tenant already has the domain, or another tenant owns it;
 * `too_many`: the tenant has 1,000 others.
 */
export type DomainInsertion = "inserted" | "exists" | "too_many"

/** Port: sending domains with their keys. */
export class DomainStore extends Context.Service<
  DomainStore,
  {
    /** Stores the domain with its keys; writes nothing unless the result is `inserted`. */
    readonly insert: (domain: DomainRecord) => Effect.Effect<DomainInsertion, StorageError>
    readonly find: (key: DomainKey) => Effect.Effect<DomainRecord | undefined, StorageError>
    /** The tenant's domains; it may stop counting at `maxDomains`. */
    readonly count: (tenantId: string) => Effect.Effect<number, StorageError>
    /** Newest first by `created_at`, ties by domain, descending. */
    readonly list: (tenantId: string) => Effect.Effect<ReadonlyArray<DomainRecord>, StorageError>
    readonly findOwned: (domain: string) => Effect.Effect<DomainRecord | undefined, StorageError>
    readonly remove: (key: DomainKey) => Effect.Effect<boolean, StorageError>
    /**
     * Replaces the record, including keys, with the result of `change`. `change` runs inside the
     * transaction, so no other change comes in between, and possibly more than once. Key pairs
     * missing from `keys` are deleted.
     */
    readonly update: (
      key: DomainKey,
      change: (current: DomainRecord) => DomainRecord
    ) => Effect.Effect<DomainChange, StorageError>
    /**
     * Takes domains whose `next_check_at` has come, oldest first, and sets it to `until`: nobody
     * else takes them before, and an interrupted check is repeated then. While several tenants have
     * due domains, at most four of each.
     */
    readonly takeDue: (
      now: number,
      until: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<DomainKey>, StorageError>
  }
>()("@telemark/core/DomainStore") {}
