import type { WebhookAttemptRecord, WebhookSettlement } from "./WebhookAttempt.js"
import type { WebhookKey } from "./WebhookQueue.js"
import { webhookRetryDelays } from "./retrySchedule.js"

/** The next attempt of an event that stays in the outbox. */
export interface WebhookRetry extends WebhookKey {
  readonly attempts: number
  readonly next_attempt_at: number
}

/** A unique text for each key. */
export const webhookKeyText = ({ endpoint_id, event_id }: WebhookKey): string =>
  `${event_id} ${String(endpoint_id)}`

/** The event and endpoint of an attempt. */
export const webhookKeyOf = ({
  attempt: { endpoint_id, event_id }
}: WebhookSettlement): WebhookKey => ({ endpoint_id, event_id })

const weight = ({ attempt, outcome }: WebhookSettlement): number =>
  outcome === "taken" ? 2 : outcome !== "ours" && attempt.next_attempt_at === null ? 1 : 0

/**
 * One settlement for each event and endpoint. A worker has two if it leased its own event again
 * after its lease expired: success counts first, then a final failure, then the last.
 */
export const decisiveSettlements = (
  settlements: ReadonlyArray<WebhookSettlement>
): ReadonlyArray<WebhookSettlement> => {
  const once = new Map<string, WebhookSettlement>()
  for (const settlement of settlements) {
    const key = webhookKeyText(webhookKeyOf(settlement))
    const other = once.get(key)
    if (other === undefined || weight(settlement) >= weight(other)) once.set(key, settlement)
  }
  return [...once.values()]
}

const soon = ({ created_at }: WebhookAttemptRecord): number =>
  created_at + (webhookRetryDelays[0] ?? 0)

/**
 * When an event is due again, and its counted attempts; null if it leaves the outbox. `attempts`:
 * the current count in storage, 0 if the event was queued anew during this attempt. `isElsewhere`:
 * the endpoint has another URL now.
 */
export const decideWebhookRetry = (
  settlement: WebhookSettlement,
  attempts: number,
  isElsewhere: boolean
): WebhookRetry | null => {
  const { attempt, outcome } = settlement
  const again = (next_attempt_at: number | null, counted = attempts): WebhookRetry => ({
    ...webhookKeyOf(settlement),
    attempts: counted,
    next_attempt_at: next_attempt_at ?? soon(attempt)
  })
  if (outcome === "taken") return null
  if (outcome === "ours") return again(attempt.next_attempt_at, Math.max(0, attempts - 1))
  // A URL that said "gone" isn't the one to deliver to now.
  if (attempts === 0 || (outcome === "gone" && isElsewhere)) return again(null)
  return attempt.next_attempt_at === null ? null : again(attempt.next_attempt_at)
}
