import type { FailureCode } from "@telemark/contract"
import type { EventData } from "../../events/log/Event.js"
import type { afterAttempt } from "../message/transition.js"
import type { Stage } from "../replies/Reply.js"

export type AttemptCause = keyof typeof afterAttempt
export type SettledStatus = (typeof afterAttempt)[AttemptCause]

/** Whose mail server an attempt goes to: the operator's, or the tenant's own. */
export type RouteKind = "platform" | "tenant"

/** Everything that one attempt writes, in one transaction. Times are epoch milliseconds. */
export interface Settlement {
  readonly id: string
  readonly tenant_id: string
  readonly recipient: string
  /**
   * The domain of the message's sender, by which outcomes are counted, as A-labels; absent or
   * empty: it isn't counted.
   */
  readonly sender_domain?: string
  readonly created_at: number
  /** For when it was scheduled; null or absent if it wasn't. */
  readonly scheduled_at?: number | null
  readonly attempts: number
  readonly status: SettledStatus
  /** For metrics; absent if no attempt was made. */
  readonly route?: RouteKind
  /** Of SMTP, which decided the outcome, for metrics; absent if no hop was contacted. */
  readonly stage?: Stage
  /** The next hop; empty if none was contacted. */
  readonly smtp_provider: string
  readonly smtp_response: string | null
  /**
   * The id that the next hop gave the message, if its later reports name that; null or absent if
   * unknown.
   */
  readonly provider_message_id?: string | null
  readonly error_message: string | null
  readonly failure_code: FailureCode | null
  readonly at: number
  /** When the next attempt is due; null if this one settled the message. */
  readonly next_attempt_at: number | null
  readonly refused_since: number | null
  readonly suppress: "bounce" | null
  /** The cause of the suppression: see `suppressionCause`. Null or absent if unknown. */
  readonly suppression_cause?: string | null
  /** A body to be removed once none of its messages waits; absent: it is kept. */
  readonly body_id?: string
  readonly event: {
    readonly id: string
    readonly type: `email.${SettledStatus}`
    readonly data: EventData
  }
}
