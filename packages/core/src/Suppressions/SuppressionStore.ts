import type { Page, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { SuppressionRecord } from "./Suppression.js"

/** Port: suppressions, by tenant, folded address and topic. A topic of null is the whole address. */
export class SuppressionStore extends Context.Tag("@telemark/core/SuppressionStore")<SuppressionStore, {
  /** False if the address, or its topic, is already suppressed: the first entry stays as it is. */
  readonly insert: (suppression: SuppressionRecord) => Effect.Effect<boolean, StorageError>
  /** Those of an address: first that of the whole address, then those of topics, by topic; at most 1,000. */
  readonly find: (tenantId: string, folded: string) => Effect.Effect<ReadonlyArray<SuppressionRecord>, StorageError>
  /** Newest first, ties by folded address and topic, descending. With a topic, only those of the topic. */
  readonly list: (tenantId: string, page: Page, topic?: string) => Effect.Effect<ReadonlyArray<SuppressionRecord>, StorageError>
  /** Removes one entry; false if there was none. */
  readonly remove: (tenantId: string, folded: string, topic: string | null) => Effect.Effect<boolean, StorageError>
}>() {}
