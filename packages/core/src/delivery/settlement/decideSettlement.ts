import { splitAddress } from "@telemark/contract"
import type { DeliveryOutcome } from "../message/DeliveryOutcome.js"
import { type ClaimedMessage, datedAt } from "../message/Message.js"
import { afterAttempt } from "../message/transition.js"
import type { Stage } from "../replies/Reply.js"
import { consequences, failureCodeOf, type Reading, suppresses } from "../replies/Verdict.js"
import type { AttemptCause, RouteKind, Settlement } from "./Settlement.js"
import { classify } from "./classify.js"
import { explainOutcome, responseOf } from "./explainOutcome.js"
import type { JudgedOutcome } from "./judgeOutcome.js"
import { giveUpAge, nextRetry, refusedFor, type RetryPolicy } from "./retry.js"

/** Times are epoch milliseconds. */
export interface DecisionContext {
  readonly policy: RetryPolicy
  readonly now: number
  /** From 0 to 1; spreads retries. */
  readonly random: number
  readonly eventId: string
  /** Duration of the delivery in whole milliseconds; absent if no hop was contacted. */
  readonly duration_ms?: number
  /**
   * The reading of the outcome if it depends on other messages' outcomes; by default that of
   * `classify`.
   */
  readonly judged?: JudgedOutcome
  /** When the sender's back-off on this route ends; by default there is none. */
  readonly notBefore?: number
  /** The platform's by default. */
  readonly route?: RouteKind
}

interface Decision {
  readonly cause: AttemptCause
  readonly next_attempt_at: number | null
  readonly refused_since: number | null
  readonly gaveUp: boolean
}

const settled = (cause: AttemptCause): Decision => ({
  cause,
  next_attempt_at: null,
  refused_since: null,
  gaveUp: false
})

/**
 * Retries, or gives up if message or refusal is too old. `maxRefused`: how long the hop may refuse
 * us (ms); undefined if it doesn't.
 */
const retryOrGiveUp = (
  message: ClaimedMessage,
  maxRefused: number | undefined,
  { notBefore = 0, now, policy, random }: DecisionContext
): Decision => {
  const refused_since = maxRefused === undefined ? null : (message.refused_since ?? now)
  const refusedUntil = refused_since === null ? Infinity : refused_since + (maxRefused ?? 0)
  const { attempts } = message
  const next =
    now >= refusedUntil
      ? undefined
      : nextRetry(policy, { attempts, begun: datedAt(message), now, random })
  return next === undefined
    ? { ...settled("undeliverable"), gaveUp: true }
    : {
        cause: "temporary",
        next_attempt_at: Math.max(Math.min(next, refusedUntil), notBefore),
        refused_since,
        gaveUp: false
      }
}

const untilTomorrow = (context: DecisionContext): DecisionContext => ({
  ...context,
  policy: { ...context.policy, giveUp: giveUpAge(context.policy, true) }
})

const decideReading = (
  { isDaily = false, isDisbelieved = false, verdict }: Reading,
  message: ClaimedMessage,
  context: DecisionContext
): Decision => {
  const { then } = consequences[verdict]
  switch (then) {
    case "retry":
      return retryOrGiveUp(message, undefined, isDaily ? untilTomorrow(context) : context)
    case "retry_refused":
      return retryOrGiveUp(message, refusedFor(context.policy, isDisbelieved), context)
    default:
      return settled(then)
  }
}

/** Undefined if no hop was contacted. */
const stageOf = (outcome: DeliveryOutcome): Stage | undefined =>
  outcome._tag === "Unsendable"
    ? undefined
    : outcome._tag === "Accepted"
      ? "end_of_data"
      : outcome.stage

const removableBody = ({ body }: ClaimedMessage): Pick<Settlement, "body_id"> =>
  body?.store === undefined ? {} : { body_id: body.id }

export const decideSettlement = (
  message: ClaimedMessage,
  outcome: DeliveryOutcome,
  context: DecisionContext
): Settlement => {
  const { reading, suppression_cause }: JudgedOutcome = context.judged ?? {
    reading: classify(outcome, { sender: message.sender.address, recipient: message.recipient }),
    suppression_cause: null
  }
  const { verdict } = reading
  const { cause, gaveUp, next_attempt_at, refused_since } = decideReading(reading, message, context)
  const status = afterAttempt[cause]
  const { attempts, created_at, id, recipient, scheduled_at, tenant_id } = message
  const attempt = {
    attempts,
    smtp_provider: outcome.provider,
    smtp_response: responseOf(outcome),
    error_message: explainOutcome(outcome, reading, gaveUp),
    next_attempt_at
  }
  const ambiguous = outcome._tag === "Broken" && outcome.ambiguous
  const { duration_ms, eventId, route = "platform" } = context
  const stage = stageOf(outcome)
  const connection = {
    ...(duration_ms === undefined ? {} : { duration_ms }),
    ...(outcome._tag === "Unsendable" || outcome.tls === undefined ? {} : { tls: outcome.tls })
  }
  return {
    ...attempt,
    ...(outcome._tag === "Accepted" && outcome.provider_message_id !== undefined
      ? { provider_message_id: outcome.provider_message_id }
      : {}),
    failure_code: failureCodeOf(verdict),
    id,
    tenant_id,
    recipient,
    sender_domain: splitAddress(message.sender.address)?.domain ?? "",
    created_at,
    scheduled_at,
    route,
    ...(stage === undefined ? {} : { stage }),
    status,
    at: context.now,
    refused_since,
    suppress: suppresses(verdict) ? "bounce" : null,
    suppression_cause,
    ...removableBody(message),
    event: {
      id: eventId,
      type: `email.${status}`,
      data: { status, ...attempt, verdict, ambiguous, ...connection }
    }
  }
}

const unsent = {
  suppressed: "Not sent: the recipient was suppressed after the mail had been accepted.",
  content_missing: "Not sent: the content of the mail is no longer stored."
} as const

/** The settlement of a message that can't be sent any more: no attempt is made. */
export const decideUnsent = (
  message: ClaimedMessage,
  verdict: keyof typeof unsent,
  context: Pick<DecisionContext, "now" | "eventId">
): Settlement => {
  const { attempts, created_at, id, recipient, tenant_id } = message
  const status = afterAttempt.undeliverable
  const attempt = {
    attempts,
    smtp_provider: "",
    smtp_response: null,
    error_message: unsent[verdict],
    next_attempt_at: null
  }
  return {
    ...attempt,
    failure_code: verdict,
    id,
    tenant_id,
    recipient,
    created_at,
    status,
    at: context.now,
    refused_since: null,
    suppress: null,
    ...removableBody(message),
    event: {
      id: context.eventId,
      type: `email.${status}`,
      data: { status, ...attempt, verdict, ambiguous: false }
    }
  }
}
