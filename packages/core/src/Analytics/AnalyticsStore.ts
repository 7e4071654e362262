import type { EmailStatus, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"

/** Port: message counts and monthly usage. */
export class AnalyticsStore extends Context.Tag("@telemark/core/AnalyticsStore")<AnalyticsStore, {
  /** Counts messages created at `since` or later by current status; `cancelled`: the cancelled part of `failed`. A missing entry means 0. */
  readonly countByStatus: (tenantId: string, since: number) => Effect.Effect<ReadonlyMap<EmailStatus | "cancelled", number>, StorageError>
  /** The tenant's last `limit` months with traffic, newest first. */
  readonly monthlyUsage: (
    tenantId: string,
    limit: number
  ) => Effect.Effect<ReadonlyArray<{ readonly month: string; readonly sent: number }>, StorageError>
  /** Recounts the tenant's messages, corrects wrong counters and returns how many it corrected. Safe beside concurrent writers. */
  readonly recount: (tenantId: string) => Effect.Effect<number, StorageError>
}>() {}
