import type { EmailStatus, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"

/** Port: counts over the log and the usage of each month. */
export class AnalyticsStore extends Context.Tag("@telemark/core/AnalyticsStore")<AnalyticsStore, {
  /** The tenant's messages created at `since` or later, by present status, and `cancelled`: those of `failed` that were cancelled. What there are none of may be missing. */
  readonly countByStatus: (tenantId: string, since: number) => Effect.Effect<ReadonlyMap<EmailStatus | "cancelled", number>, StorageError>
  /** The tenant's last `limit` months with traffic, newest first. */
  readonly monthlyUsage: (
    tenantId: string,
    limit: number
  ) => Effect.Effect<ReadonlyArray<{ readonly month: string; readonly sent: number }>, StorageError>
  /** Counts the tenant's messages anew and puts wrong counters right; answers how many there were. Others may write meanwhile. */
  readonly recount: (tenantId: string) => Effect.Effect<number, StorageError>
}>() {}
