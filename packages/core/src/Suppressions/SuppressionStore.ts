import type { Page, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { SuppressionRecord } from "./Suppression.js"

/** Port: where suppressed addresses are kept, by tenant and folded address. */
export class SuppressionStore extends Context.Tag("@telemark/core/SuppressionStore")<SuppressionStore, {
  /** Keeps it; false if the address is suppressed already, and then the first entry stays as it is. */
  readonly insert: (suppression: SuppressionRecord) => Effect.Effect<boolean, StorageError>
  readonly find: (tenantId: string, folded: string) => Effect.Effect<SuppressionRecord | undefined, StorageError>
  /** Newest first, ties by folded address, descending. */
  readonly list: (tenantId: string, page: Page) => Effect.Effect<ReadonlyArray<SuppressionRecord>, StorageError>
  /** False if the address wasn't suppressed. */
  readonly remove: (tenantId: string, folded: string) => Effect.Effect<boolean, StorageError>
}>() {}
