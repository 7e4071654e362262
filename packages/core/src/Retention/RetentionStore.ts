import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"

/**
 * Removes rows made before an instant (epoch milliseconds), oldest first: at most 500 in one short transaction. Mail that was
 * scheduled counts as made when it was to be sent: its log and body stay for as long as those of other mail.
 * Answers how many went; 0 when none is left, or only such as others are removing at this moment.
 */
export type Remove = (before: number) => Effect.Effect<number, StorageError>

/** Port: forgetting what has been kept for long enough, a bounded number of rows at a time. */
export class RetentionStore extends Context.Tag("@telemark/core/RetentionStore")<RetentionStore, {
  /**
   * What mails said, and their files. No body is removed that a message which is still owed needs, nor one made later than a day before
   * the oldest message that is owed and wasn't scheduled.
   */
  readonly removeBodies: Remove
  /** Messages of the log, but for those that are still owed. They are no longer counted, either. */
  readonly removeEmails: Remove
  /** Attempts at webhook endpoints. */
  readonly removeWebhookAttempts: Remove
  /** What happened to messages, and with it what is still owed of it to subscriptions. */
  readonly removeEvents: Remove
  /** What Idempotency-Keys were answered with. */
  readonly removeIdempotency: Remove
}>() {}
