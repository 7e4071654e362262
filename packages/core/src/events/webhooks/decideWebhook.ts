import type { WebhookAttemptRecord, WebhookOutcome, WebhookSettlement } from "./WebhookAttempt.js"
import type { WebhookAnswer } from "./WebhookCaller.js"
import type { ClaimedWebhook } from "./WebhookQueue.js"
import { explainAnswer, isTaken } from "./explainAnswer.js"
import { failingLimit, nextAfterOwnFault, nextWebhookAttempt } from "./retrySchedule.js"

/** Context of a decision. `now` is in epoch milliseconds. */
export interface WebhookContext {
  readonly now: number
  /** From 0 to 1; spreads retries. */
  readonly random: number
  readonly id: string
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
  { id, now }: Pick<WebhookContext, "id" | "now">,
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

const outcomeOf = (answer: WebhookAnswer): WebhookOutcome => {
  if (isTaken(answer)) return "taken"
  if (answer._tag === "Broken") return answer.reason === "internal" ? "ours" : "failed"
  return answer.status === 410 ? "gone" : "failed"
}

const nextAttempt = (
  outcome: WebhookOutcome,
  attempts: number,
  { now, random }: WebhookContext
): number | null => {
  if (outcome === "ours") return nextAfterOwnFault(now, random)
  return outcome === "failed" ? (nextWebhookAttempt(attempts, now, random) ?? null) : null
}

/**
 * What follows from an attempt: whether the event is delivered, retried or given up, and what it
 * means for the endpoint.
 */
export const decideWebhook = (
  claimed: ClaimedWebhook,
  answer: WebhookAnswer,
  context: WebhookContext
): WebhookSettlement => {
  const outcome = outcomeOf(answer)
  return {
    attempt: attemptOf(claimed, answer, context, nextAttempt(outcome, claimed.attempts, context)),
    outcome,
    url: claimed.endpoint.url,
    failing_limit: context.now - failingLimit
  }
}
