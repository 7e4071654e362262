import {
  type EventType,
  timestamp,
  timestampOrNull,
  type WebhookAttempt,
  type WebhookAttemptDetail
} from "@telemark/contract"
import { emailEvent, type RecordedEvent } from "../log/Event.js"
import type { WebhookAnswer, WebhookFault } from "./WebhookCaller.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import { sampleOfId } from "./sampleEvent.js"

/** Identifies one event for one endpoint. */
export interface WebhookKey {
  readonly endpoint_id: number
  readonly event_id: string
}

/** An event that a worker has leased for an endpoint. */
export interface ClaimedWebhook extends RecordedEvent {
  readonly endpoint: WebhookEndpointRecord
  /** Attempts at this endpoint, including this one. */
  readonly attempts: number
}

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

/** An attempt with the event that was posted; null if that is no longer stored, or was a sample. */
export interface PostedWebhook {
  readonly attempt: WebhookAttemptRecord
  readonly posted: RecordedEvent | null
}

/** A unique text for each key. */
export const webhookKeyText = ({ endpoint_id, event_id }: WebhookKey): string =>
  `${event_id} ${String(endpoint_id)}`

/** The event and endpoint of an attempt. */
export const webhookKeyOf = ({
  attempt: { endpoint_id, event_id }
}: WebhookSettlement): WebhookKey => ({ endpoint_id, event_id })

const faults: Readonly<Record<WebhookFault, string>> = {
  policy: "The network policy (TELEMARK_ALLOW_NETWORKS) does not allow the address of this host.",
  dns: "The host's name could not be resolved to addresses that the network policy (TELEMARK_ALLOW_NETWORKS) allows.",
  refused: "The host refused the connection, or could not be reached.",
  reset: "The connection was lost before the whole answer had arrived.",
  timeout: "No complete answer arrived within 15 s. Answer first, and do the work afterwards.",
  tls: "TLS could not be set up with the host.",
  certificate: "The host's certificate is not valid for it.",
  protocol: "The host answered with something that is not HTTP.",
  internal: "Telemark itself failed (its log has the cause)."
}

const refusal = (status: number): string => {
  if (status >= 300 && status < 400)
    return `The endpoint answered ${String(status)}. Redirects are not followed: save the URL that it points to.`
  if (status === 410)
    return "The endpoint answered 410 (Gone), so Telemark posts no more events to it."
  return `The endpoint answered ${String(status)}. Only a 2xx answer confirms the event.`
}

export const isTaken = (answer: WebhookAnswer): boolean =>
  answer._tag === "Answered" && answer.status >= 200 && answer.status < 300

/** Why an endpoint didn't accept an event, in a sentence; null if it did. */
const explainAnswer = (answer: WebhookAnswer): string | null => {
  if (isTaken(answer)) return null
  return answer._tag === "Broken" ? faults[answer.reason] : refusal(answer.status)
}

export const attemptOf = (
  {
    attempts,
    endpoint,
    event
  }: Pick<ClaimedWebhook, "attempts" | "endpoint"> & {
    readonly event: Pick<ClaimedWebhook["event"], "id" | "type">
  },
  answer: WebhookAnswer,
  { id, now }: { readonly id: string; readonly now: number },
  next_attempt_at: number | null
): WebhookAttemptRecord => ({
  id,
  tenant_id: endpoint.tenant_id,
  endpoint_id: endpoint.id,
  event_id: event.id,
  type: event.type,
  attempt: attempts,
  status_code: answer._tag === "Answered" ? answer.status : null,
  duration_ms: answer.duration_ms,
  response: answer._tag === "Answered" ? answer.response : null,
  error: explainAnswer(answer),
  next_attempt_at,
  created_at: now
})

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
