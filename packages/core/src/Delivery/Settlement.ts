import type { FailureCode } from "@telemark/contract"
import type { EventData } from "../Events/index.js"
import type { afterAttempt } from "./transition.js"

/** What came of an attempt, as far as the message's status goes. */
export type AttemptCause = keyof typeof afterAttempt
export type SettledStatus = (typeof afterAttempt)[AttemptCause]

/** What one attempt changes: everything that is written about it, in one transaction. */
export interface Settlement {
  readonly id: string
  readonly tenant_id: string
  readonly recipient: string
  /** When the message was accepted. */
  readonly created_at: number
  readonly attempts: number
  readonly status: SettledStatus
  /** The next hop; empty if none was asked. */
  readonly smtp_provider: string
  readonly smtp_response: string | null
  readonly error_message: string | null
  readonly failure_code: FailureCode | null
  /** When it happened. */
  readonly at: number
  /** When the next attempt is due; null when this one settled the message. */
  readonly next_attempt_at: number | null
  readonly refused_since: number | null
  /** The reason under which the recipient is suppressed from now on; null if it isn't. */
  readonly suppress: "bounce" | null
  /** What the suppression remembers of the answer that caused it: see `suppressionCause`. Null or absent if nothing is known. */
  readonly suppression_cause?: string | null
  readonly event: {
    readonly id: string
    readonly type: `email.${SettledStatus}`
    readonly data: EventData
  }
}
