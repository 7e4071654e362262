import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"

/**
 * Port: the index by which lists find messages by their words. Accepting a message only notes that
 * it is to be indexed. Until then lists find it among the newest ones.
 */
export class SearchIndex extends Context.Service<
  SearchIndex,
  {
    /**
     * Indexes at most 500 messages in one short transaction, the newest first. Returns how many
     * were taken; 0 when none is left, or only those that others are indexing now.
     */
    readonly fill: Effect.Effect<number, StorageError>
  }
>()("@telemark/core/SearchIndex") {}
