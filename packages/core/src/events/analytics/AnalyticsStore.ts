import type { EmailStatus, Engagement, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"

/**
 * What messages are counted as: their status, `cancelled` beside `failed` if somebody cancelled
 * them, and what people did with them.
 */
export type CountedAs = EmailStatus | "cancelled" | Engagement

/** Counts of messages. A missing entry means 0. */
export type MessageCounts = ReadonlyMap<CountedAs, number>

/** The messages created in one hour or day (UTC). `starts_at` is in epoch milliseconds. */
export interface CountedPeriod {
  readonly starts_at: number
  readonly counts: MessageCounts
}

/** A tenant's messages that aren't settled, by status. */
export interface WaitingMessages {
  /** Those that wait for their first attempt, scheduled ones included. */
  readonly queued: number
  readonly sending: number
  readonly deferred: number
  /**
   * Those whose time is later than now, and those that are due: each up to the maximum that was
   * asked for.
   */
  readonly scheduled: number
  readonly due: number
  /** Since when the first of those that are due is due, in epoch milliseconds; null if none is. */
  readonly oldest_due_at: number | null
}

/** Port: message counts and monthly usage. */
export class AnalyticsStore extends Context.Service<
  AnalyticsStore,
  {
    /** Counts messages created at `since` or later by what they are now. */
    readonly countByStatus: (
      tenantId: string,
      since: number
    ) => Effect.Effect<MessageCounts, StorageError>
    /**
     * The same for each hour or day (UTC) that begins at `from` or later, the oldest first. Those
     * without messages may be missing.
     */
    readonly series: (
      tenantId: string,
      interval: "hour" | "day",
      from: number
    ) => Effect.Effect<ReadonlyArray<CountedPeriod>, StorageError>
    /**
     * How many of the messages created since the hour that contains `since` were handed over, for
     * each of `handoverLimits` and then for longer times: see `handoverRangeOf`.
     */
    readonly handovers: (
      tenantId: string,
      since: number
    ) => Effect.Effect<ReadonlyArray<number>, StorageError>
    /**
     * Reads at most `maxCounted` entries of the queue for each number that isn't kept as a counter.
     */
    readonly waiting: (
      tenantId: string,
      now: number,
      maxCounted: number
    ) => Effect.Effect<WaitingMessages, StorageError>
    /** The tenant's last `limit` months with traffic, newest first. */
    readonly monthlyUsage: (
      tenantId: string,
      limit: number
    ) => Effect.Effect<
      ReadonlyArray<{ readonly month: string; readonly sent: number }>,
      StorageError
    >
    /**
     * Recounts the tenant's messages, corrects wrong counters and returns how many it corrected.
     * Safe beside concurrent writers.
     */
    readonly recount: (tenantId: string) => Effect.Effect<number, StorageError>
  }
>()("@telemark/core/AnalyticsStore") {}
