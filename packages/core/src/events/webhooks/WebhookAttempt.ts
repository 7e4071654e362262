import type { EventType } from "@telemark/contract"

/** A stored attempt to deliver an event to an endpoint. Times are epoch milliseconds. */
export interface WebhookAttemptRecord {
  readonly id: string
  readonly tenant_id: string
  readonly endpoint_id: number
  readonly event_id: string
  readonly type: EventType
  /** The first is 1; 0 for a test. */
  readonly attempt: number
  readonly status_code: number | null
  readonly duration_ms: number
  /** The first kB of the response's body; null if none came. */
  readonly response: string | null
  /** Why the attempt failed, as a sentence; null if it succeeded. */
  readonly error: string | null
  /** Null if this was the last attempt. */
  readonly next_attempt_at: number | null
  readonly created_at: number
}

/**
 * What an attempt shows of its endpoint. `gone`: deactivate it. `ours`: nothing, a fault of our own
 * that doesn't count for the event either.
 */
export type WebhookOutcome = "taken" | "failed" | "gone" | "ours"

/** Everything that an attempt changes. */
export interface WebhookSettlement {
  readonly attempt: WebhookAttemptRecord
  readonly outcome: WebhookOutcome
  /** The URL that was called: the outcome says nothing of the endpoint once its URL has changed. */
  readonly url: string
  /**
   * An endpoint that has been failing since this time or longer is deactivated when it fails again.
   */
  readonly failing_limit: number
}
