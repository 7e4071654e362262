import type { EventType } from "@telemark/contract"

/** One attempt at delivering an event to an endpoint, as it is kept. */
export interface WebhookAttemptRecord {
  /** `dlv_…` */
  readonly id: string
  readonly tenant_id: string
  readonly endpoint_id: number
  readonly event_id: string
  readonly type: EventType
  /** The first is 1; 0 for a test. */
  readonly attempt: number
  /** Of the answer; null if none came. */
  readonly status_code: number | null
  readonly duration_ms: number
  /** The beginning of the answer's body, at most 1 kB; null if none came. */
  readonly response: string | null
  /** A sentence that says why it counts as failed; null if it was taken. */
  readonly error: string | null
  /** Null if this was the last: it was taken, or given up. */
  readonly next_attempt_at: number | null
  readonly created_at: number
}

/**
 * What an attempt says of its endpoint. `gone`: it is to be made inactive. `ours`: nothing, since the fault was our own; then the
 * attempt doesn't count as one of the event's, either.
 */
export type WebhookOutcome = "taken" | "failed" | "gone" | "ours"

/** What an attempt changes. */
export interface WebhookSettlement {
  readonly attempt: WebhookAttemptRecord
  readonly outcome: WebhookOutcome
  /** The URL that was called: what came of it says nothing of the endpoint once it has another. */
  readonly url: string
  /** An endpoint that has been failing since then or longer is made inactive when it fails again. */
  readonly failing_limit: number
}
