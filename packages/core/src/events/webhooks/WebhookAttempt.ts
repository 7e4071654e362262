import { timestamp, timestampOrNull, type WebhookAttempt } from "@telemark/contract"
import type { Posted } from "./Posted.js"
import type { WebhookAnswer, WebhookFault } from "./WebhookCaller.js"
import type { WebhookEndpointRecord, WebhookType } from "./WebhookEndpoint.js"

export interface WebhookKey {
  readonly endpoint_id: number
  readonly event_id: string
}

export interface ClaimedWebhook {
  readonly endpoint: WebhookEndpointRecord
  /** At this endpoint, including this one. */
  readonly attempts: number
  readonly event: { readonly id: string; readonly type: WebhookType }
  /** As the endpoint gets it. */
  readonly posted: () => Posted
  /** The span in which its message was accepted; absent if traces go nowhere here. */
  readonly traceparent?: string
}

/** Times are epoch milliseconds. */
export interface WebhookAttemptRecord {
  readonly id: string
  readonly tenant_id: string
  readonly endpoint_id: number
  readonly event_id: string
  readonly type: WebhookType
  /** From 1; 0 for a test. */
  readonly attempt: number
  readonly status_code: number | null
  readonly duration_ms: number
  /** The first kB of the body; null if none came. */
  readonly response: string | null
  /** As a sentence; null if the attempt succeeded. */
  readonly error: string | null
  /** Null if this was the last attempt. */
  readonly next_attempt_at: number | null
  readonly created_at: number
}

/** `gone`: deactivate the endpoint. `ours`: a fault of our own, which counts for nothing. */
export type WebhookOutcome = "taken" | "failed" | "gone" | "ours"

export interface WebhookSettlement {
  readonly attempt: WebhookAttemptRecord
  readonly outcome: WebhookOutcome
  /** The one that was called: the outcome says nothing of the endpoint once its URL has changed. */
  readonly url: string
  /** An endpoint that has been failing since this time is deactivated when it fails again. */
  readonly failing_limit: number
}

export const webhookKeyText = ({ endpoint_id, event_id }: WebhookKey): string =>
  `${event_id} ${String(endpoint_id)}`

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

export const explainAnswer = (answer: WebhookAnswer): string | null => {
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

export const viewOfAttempt = (
  record: WebhookAttemptRecord
): Omit<WebhookAttempt, "type"> & Pick<WebhookAttemptRecord, "type"> => ({
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
