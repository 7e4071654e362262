import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { DomainRecord } from "./Domain.js"

/** A domain of a tenant. */
export interface DomainKey {
  readonly tenant_id: string
  readonly domain: string
}

/** What became of a change: `taken` if it would own a domain that another tenant owns, and then nothing is written. */
export type DomainChange =
  | { readonly _tag: "Changed"; readonly domain: DomainRecord }
  | { readonly _tag: "Missing" }
  | { readonly _tag: "Taken" }

/** How many domains a tenant may have. */
export const maxDomains = 1000

/** What became of a domain to insert. `exists`: the tenant has it already, or another tenant owns it; `too_many`: the tenant has 1,000 others. */
export type DomainInsertion = "inserted" | "exists" | "too_many"

/** Port: sending domains with their keys. */
export class DomainStore extends Context.Tag("@telemark/core/DomainStore")<DomainStore, {
  /** Keeps it with its keys; if it isn't `inserted`, nothing is changed. */
  readonly insert: (domain: DomainRecord) => Effect.Effect<DomainInsertion, StorageError>
  readonly find: (key: DomainKey) => Effect.Effect<DomainRecord | undefined, StorageError>
  /** How many domains the tenant has; it may stop counting at `mostDomains`. */
  readonly count: (tenantId: string) => Effect.Effect<number, StorageError>
  /** Newest first by `created_at`, ties by domain, descending. */
  readonly list: (tenantId: string) => Effect.Effect<ReadonlyArray<DomainRecord>, StorageError>
  /** The record of the tenant that owns this domain. */
  readonly findOwned: (domain: string) => Effect.Effect<DomainRecord | undefined, StorageError>
  /** Removes it with its keys; false if the tenant didn't have it. */
  readonly remove: (key: DomainKey) => Effect.Effect<boolean, StorageError>
  /**
   * Replaces it, keys and all, with what `change` makes of it. No other change comes between: `change` is called
   * inside the transaction, perhaps more than once. Key pairs that are gone from `keys` are removed.
   */
  readonly update: (key: DomainKey, change: (current: DomainRecord) => DomainRecord) => Effect.Effect<DomainChange, StorageError>
  /**
   * Domains whose `next_check_at` has come, oldest first, which is set to `until` so that nobody else takes them:
   * a check that was broken off is made then. As long as those of several tenants are due, at most four of each.
   */
  readonly takeDue: (now: number, until: number, limit: number) => Effect.Effect<ReadonlyArray<DomainKey>, StorageError>
}>() {}
