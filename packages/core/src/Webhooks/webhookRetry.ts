import type { WebhookAttemptRecord, WebhookSettlement } from "./attempt.js"
import { webhookWaits } from "./ladder.js"
import type { WebhookKey } from "./WebhookQueue.js"

/** What becomes of an event that stays owed to an endpoint. */
export interface WebhookRetry extends WebhookKey {
  readonly attempts: number
  readonly next_attempt_at: number
}

/** Names what is owed among others. */
export const webhookKeyText = ({ endpoint_id, event_id }: WebhookKey): string => `${event_id} ${String(endpoint_id)}`

/** What an attempt was made at. */
export const webhookKeyOf = ({ attempt: { endpoint_id, event_id } }: WebhookSettlement): WebhookKey => ({ endpoint_id, event_id })

const weight = ({ attempt, outcome }: WebhookSettlement): number =>
  outcome === "taken" ? 2 : outcome !== "ours" && attempt.next_attempt_at === null ? 1 : 0

/**
 * One settlement for each event and endpoint. A worker has two if it took its own event again after its lease had run
 * out: one that took it counts, else one that settles it, else the last.
 */
export const decisiveSettlements = (settlements: ReadonlyArray<WebhookSettlement>): ReadonlyArray<WebhookSettlement> => {
  const once = new Map<string, WebhookSettlement>()
  for (const settlement of settlements) {
    const key = webhookKeyText(webhookKeyOf(settlement))
    const other = once.get(key)
    if (other === undefined || weight(settlement) >= weight(other)) once.set(key, settlement)
  }
  return [...once.values()]
}

const soon = ({ created_at }: WebhookAttemptRecord): number => created_at + (webhookWaits[0] ?? 0)

/**
 * When an event is due again, and the attempts that are counted of it; null if it isn't owed any more. `attempts` are those that it has
 * now: none if it was owed anew during this attempt. `isElsewhere`: its endpoint has another URL by now.
 */
export const decideWebhookRetry = (settlement: WebhookSettlement, attempts: number, isElsewhere: boolean): WebhookRetry | null => {
  const { attempt, outcome } = settlement
  const again = (next_attempt_at: number | null, counted = attempts): WebhookRetry =>
    ({ ...webhookKeyOf(settlement), attempts: counted, next_attempt_at: next_attempt_at ?? soon(attempt) })
  if (outcome === "taken") return null
  if (outcome === "ours") return again(attempt.next_attempt_at, Math.max(0, attempts - 1))
  // Who said that it is gone isn't the one to whom it is owed now.
  if (attempts === 0 || (outcome === "gone" && isElsewhere)) return again(null)
  return attempt.next_attempt_at === null ? null : again(attempt.next_attempt_at)
}
