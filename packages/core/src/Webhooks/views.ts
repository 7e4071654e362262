import { Schema } from "effect"
import { EventType } from "../Events/index.js"
import { timestamp, timestampOrNull } from "../Time/index.js"
import type { WebhookAttemptRecord } from "./attempt.js"
import type { WebhookEndpoint, WebhookEndpointRecord } from "./WebhookEndpoint.js"

/** The body of POST /webhook-endpoints/{id}/test: which kind of event to send a sample of; by default the first that the endpoint takes. */
export const TestWebhook = Schema.Struct({ type: Schema.optional(EventType) }).annotations({ identifier: "TestWebhook" })
export type TestWebhook = typeof TestWebhook.Type

/** One attempt at an endpoint, as GET /webhook-endpoints/{id}/deliveries lists them. */
export interface WebhookAttempt {
  readonly id: string
  readonly event_id: string
  readonly type: EventType
  /** The first is 1; 0 for a test. */
  readonly attempt: number
  /** `delivered`: it was taken. `pending`: it wasn't, and is tried again. `failed`: nor does it wait any more. */
  readonly status: "delivered" | "pending" | "failed"
  /** Of the answer; null if none came. */
  readonly status_code: number | null
  readonly duration_ms: number
  /** The first kB of the answer's body; null if none came. */
  readonly response: string | null
  /** Why it wasn't taken; null if it was. */
  readonly error: string | null
  readonly next_attempt_at: string | null
  readonly created_at: string
}

/** The body of POST /webhook-endpoints/{id}/replay: `event_id`, or `since` with or without `until` (RFC 3339). */
export const ReplayWebhooks = Schema.Struct({
  event_id: Schema.optional(Schema.String),
  since: Schema.optional(Schema.String),
  until: Schema.optional(Schema.String)
}).annotations({ identifier: "ReplayWebhooks" })
export type ReplayWebhooks = typeof ReplayWebhooks.Type

/** What a replay comes to. */
export interface ReplayedWebhooks {
  readonly status: "queued"
  /** How many events are delivered again. */
  readonly events: number
  /** Where to go on if there were more than one request takes: the `since` of the next one; null if that were all. */
  readonly next_since: string | null
}

export const viewOfAttempt = (record: WebhookAttemptRecord): WebhookAttempt => ({
  id: record.id,
  event_id: record.event_id,
  type: record.type,
  attempt: record.attempt,
  status: record.error === null ? "delivered" : record.next_attempt_at === null ? "failed" : "pending",
  status_code: record.status_code,
  duration_ms: record.duration_ms,
  response: record.response,
  error: record.error,
  next_attempt_at: timestampOrNull(record.next_attempt_at),
  created_at: timestamp(record.created_at)
})

export const viewOfEndpoint = (record: WebhookEndpointRecord): WebhookEndpoint => ({
  id: record.id,
  url: record.url,
  events: record.events,
  active: record.active,
  failing_since: timestampOrNull(record.failing_since),
  disabled_reason: record.disabled_reason,
  created_at: timestamp(record.created_at)
})
