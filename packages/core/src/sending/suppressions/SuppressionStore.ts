import type { Page, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { SuppressionRecord } from "./Suppression.js"

/** Which suppressions to list; all by default. */
export interface SuppressionFilter {
  readonly topic?: string | undefined
  /** What the folded address begins with. */
  readonly prefix?: string | undefined
  readonly reason?: string | undefined
}

/** An entry's place in the list. */
export type SuppressionPosition = Pick<SuppressionRecord, "added_at" | "folded" | "topic">

/** A page of the list: an offset, or the place after an entry, which may have been removed. */
export interface SuppressionPage extends Page {
  /** `offset` is 0 then. */
  readonly after?: SuppressionPosition | undefined
}

/**
 * Port: suppressions, by tenant, folded address and topic. A topic of null is the whole address.
 */
export class SuppressionStore extends Context.Service<
  SuppressionStore,
  {
    /**
     * False if the address, or its topic, is already suppressed: the first entry stays as it is.
     */
    readonly insert: (suppression: SuppressionRecord) => Effect.Effect<boolean, StorageError>
    /**
     * Those of an address: first that of the whole address, then those of topics, by topic; at most
     * 1,000.
     */
    readonly find: (
      tenantId: string,
      folded: string
    ) => Effect.Effect<ReadonlyArray<SuppressionRecord>, StorageError>
    /**
     * Inserts entries of one tenant together and returns how many were new. Those that exist stay
     * as they are. No two have the same key.
     */
    readonly insertMany: (
      suppressions: ReadonlyArray<SuppressionRecord>
    ) => Effect.Effect<number, StorageError>
    /** Those that match the filter, newest first, ties by folded address and topic, descending. */
    readonly list: (
      tenantId: string,
      page: SuppressionPage,
      filter?: SuppressionFilter
    ) => Effect.Effect<ReadonlyArray<SuppressionRecord>, StorageError>
    /** Removes one entry; false if there was none. */
    readonly remove: (
      tenantId: string,
      folded: string,
      topic: string | null
    ) => Effect.Effect<boolean, StorageError>
  }
>()("@telemark/core/SuppressionStore") {}
