import type { Cancellation, EmailRecord } from "../Emails/index.js"
import type { EventRecord } from "../Events/index.js"
import { transition, type transitions } from "./transition.js"

/** What a cancelled message's log says of it. */
const cancelledMessage = "Cancelled before it was sent."

/** Likewise, if an earlier attempt ended without an answer to the whole message. */
const cancelledTooLate = "Cancelled; a mail server may have taken it at an earlier attempt."

/** How a message stands that is to be cancelled. */
export interface CancelledEmail extends Pick<EmailRecord, "status" | "attempts" | "smtp_provider" | "smtp_response"> {
  /** Whether one of its attempts was ambiguous, as its events tell. */
  readonly mayBeTaken: boolean
}

/** What cancelling changes: all of it in one transaction. */
export interface CancelledChange {
  readonly status: typeof transitions.cancelled.to
  readonly error_message: string
  readonly failure_code: "cancelled"
  readonly event: EventRecord
}

/** What follows from cancelling a message that is owed and in nobody's hand; undefined if its status says that it isn't. */
export const decideCancelled = (email: CancelledEmail, { event_id, id, now, tenant_id }: Cancellation): CancelledChange | undefined => {
  const status = transition(email.status, "cancelled")
  if (status === undefined) return undefined
  const { attempts, mayBeTaken, smtp_provider, smtp_response } = email
  const error_message = mayBeTaken ? cancelledTooLate : cancelledMessage
  const data = {
    status, attempts, smtp_provider, smtp_response, error_message, next_attempt_at: null, verdict: "cancelled", ambiguous: mayBeTaken
  }
  return { status, error_message, failure_code: "cancelled", event: { id: event_id, tenant_id, email_id: id, type: `email.${status}`, created_at: now, data } }
}
