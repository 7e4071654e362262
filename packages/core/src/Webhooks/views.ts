import { timestamp, timestampOrNull, type WebhookAttempt, type WebhookEndpoint } from "@telemark/contract"
import type { WebhookAttemptRecord } from "./WebhookAttempt.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"

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
