import type { Page, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { SuppressionRecord } from "./Suppression.js"

/** Port: suppressed addresses, by tenant and folded address. */
export class SuppressionStore extends Context.Tag("@telemark/core/SuppressionStore")<SuppressionStore, {
  /** False if the address is already suppressed: the first entry stays as it is. */
  readonly insert: (suppression: SuppressionRecord) => Effect.Effect<boolean, StorageError>
  readonly find: (tenantId: string, folded: string) => Effect.Effect<SuppressionRecord | undefined, StorageError>
  /** Newest first, ties by folded address, descending. */
  readonly list: (tenantId: string, page: Page) => Effect.Effect<ReadonlyArray<SuppressionRecord>, StorageError>
  readonly remove: (tenantId: string, folded: string) => Effect.Effect<boolean, StorageError>
}>() {}
