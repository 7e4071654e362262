import { withJitter } from "../../kernel/backOff.js"
import {
  attemptOf,
  type ClaimedWebhook,
  isTaken,
  type WebhookAttemptRecord,
  type WebhookKey,
  webhookKeyOf,
  webhookKeyText,
  type WebhookOutcome,
  type WebhookSettlement
} from "./WebhookAttempt.js"
import type { WebhookAnswer } from "./WebhookCaller.js"

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Milliseconds: eight attempts over 27 h and 35 min. */
export const webhookRetryDelays: ReadonlyArray<number> = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  10 * hour
]

/** The share by which jitter may lengthen or shorten a wait. */
const jitter = 0.1

/** Epoch milliseconds; undefined if that attempt was the last. `random` is from 0 to 1. */
export const nextWebhookAttempt = (
  attempts: number,
  now: number,
  random: number
): number | undefined => {
  const wait = webhookRetryDelays[attempts - 1]
  return wait === undefined ? undefined : now + withJitter(wait, jitter, random)
}

const nextAfterOwnFault = (now: number, random: number): number =>
  now + withJitter(minute, jitter, random)

/** An endpoint that has only failed for this long is deactivated. */
export const failingLimit = 5 * 24 * hour

/** `now` is in epoch milliseconds. */
interface WebhookContext {
  readonly now: number
  /** From 0 to 1; spreads retries. */
  readonly random: number
  readonly id: string
}

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

/** Whether the event is delivered, retried or given up, and what that means for the endpoint. */
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

export interface WebhookRetry extends WebhookKey {
  readonly attempts: number
  readonly next_attempt_at: number
}

const weight = ({ attempt, outcome }: WebhookSettlement): number =>
  outcome === "taken" ? 2 : outcome !== "ours" && attempt.next_attempt_at === null ? 1 : 0

/**
 * One for each event and endpoint. A worker has two if it leased its own event again after its
 * lease expired: success counts first, then a final failure, then the last.
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
 * Null if the event leaves the outbox. `attempts`: the current count in storage, 0 if the event was
 * queued anew during this attempt. `isElsewhere`: the endpoint has another URL now.
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
