import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"

/**
 * Deletes rows created before a time (epoch milliseconds), oldest first, at most 500 in one short
 * transaction. Scheduled mail counts as created at its scheduled time. Returns the number deleted;
 * 0 when none is left, or only rows that others are deleting now.
 */
export type Remove = (before: number) => Effect.Effect<number, StorageError>

/** Port: deletes expired data, a bounded number of rows at a time. */
export class RetentionStore extends Context.Service<
  RetentionStore,
  {
    /**
     * Bodies and files, except those that unsettled messages need or newer than a day before the
     * oldest unsettled, unscheduled message.
     */
    readonly removeBodies: Remove
    /** Settled messages of the log, which are no longer counted afterwards. */
    readonly removeEmails: Remove
    readonly removeWebhookAttempts: Remove
    /** Events, with their outbox rows of subscriptions. */
    readonly removeEvents: Remove
    readonly removeIdempotency: Remove
    /** Reports that no message is known for, and those whose message was never sent. */
    readonly removeFeedbackReports: Remove
    /** Remembered calls of feedback sources that expired before the time. */
    readonly removeFeedbackCalls: Remove
  }
>()("@telemark/core/RetentionStore") {}
