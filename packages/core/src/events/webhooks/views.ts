import {
  timestamp,
  timestampOrNull,
  type WebhookAttempt,
  type WebhookAttemptDetail,
  type WebhookEndpoint
} from "@telemark/contract"
import { emailEvent } from "../log/payload.js"
import type { WebhookAttemptRecord } from "./WebhookAttempt.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import type { PostedWebhook } from "./WebhookQueue.js"
import { sampleOfId } from "./sampleEvent.js"

export const viewOfAttempt = (record: WebhookAttemptRecord): WebhookAttempt => ({
  id: record.id,
  event_id: record.event_id,
  type: record.type,
  attempt: record.attempt,
  status:
    record.error === null ? "delivered" : record.next_attempt_at === null ? "failed" : "pending",
  status_code: record.status_code,
  duration_ms: record.duration_ms,
  response: record.response,
  error: record.error,
  next_attempt_at: timestampOrNull(record.next_attempt_at),
  created_at: timestamp(record.created_at)
})

/**
 * Bodies aren't stored: they are made again from the event, and that of a test from the id of its
 * sample.
 */
export const viewOfPosted = ({ attempt, posted }: PostedWebhook): WebhookAttemptDetail => {
  const event =
    posted !== null
      ? emailEvent(posted)
      : attempt.attempt === 0
        ? sampleOfId(attempt.type, attempt.event_id)
        : undefined
  return { ...viewOfAttempt(attempt), request: event === undefined ? null : JSON.stringify(event) }
}

export const viewOfEndpoint = (record: WebhookEndpointRecord): WebhookEndpoint => ({
  id: record.id,
  url: record.url,
  events: record.events,
  active: record.active,
  failing_since: timestampOrNull(record.failing_since),
  disabled_reason: record.disabled_reason,
  created_at: timestamp(record.created_at)
})
