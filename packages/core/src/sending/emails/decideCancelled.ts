import { transition, type transitions } from "../../delivery/message/transition.js"
import type { EventRecord } from "../../events/log/Event.js"
import type { Cancellation, EmailRecord } from "./Email.js"

const cancelledMessage = "Cancelled before it was sent."

const cancelledTooLate = "Cancelled; a mail server may have taken it at an earlier attempt."

/** The state of a message to cancel. */
export interface CancelledEmail extends Pick<
  EmailRecord,
  "status" | "attempts" | "smtp_provider" | "smtp_response"
> {
  /** Whether one of its attempts was ambiguous, according to its events. */
  readonly mayBeTaken: boolean
}

/** What cancelling changes, in one transaction. */
export interface CancelledChange {
  readonly status: typeof transitions.cancelled.to
  readonly error_message: string
  readonly failure_code: "cancelled"
  readonly event: EventRecord
}

/**
 * What cancelling a message that isn't in flight changes; undefined if its status doesn't allow it.
 */
export const decideCancelled = (
  email: CancelledEmail,
  { event_id, id, now, tenant_id }: Cancellation
): CancelledChange | undefined => {
  const status = transition(email.status, "cancelled")
  if (status === undefined) return undefined
  const { attempts, mayBeTaken, smtp_provider, smtp_response } = email
  const error_message = mayBeTaken ? cancelledTooLate : cancelledMessage
  const data = {
    status,
    attempts,
    smtp_provider,
    smtp_response,
    error_message,
    next_attempt_at: null,
    verdict: "cancelled",
    ambiguous: mayBeTaken
  }
  return {
    status,
    error_message,
    failure_code: "cancelled",
    event: { id: event_id, tenant_id, email_id: id, type: `email.${status}`, created_at: now, data }
  }
}
