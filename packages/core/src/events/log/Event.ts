import {
  type EmailEvent,
  type EventType,
  FailureCode,
  type KeptMembers,
  keptOf,
  timestamp,
  timestampOrNull
} from "@telemark/contract"
import { Schema } from "effect"

/** Written in the transaction of the change that it describes. */
export interface EventRecord {
  readonly id: string
  readonly tenant_id: string
  readonly email_id: string
  readonly type: EventType
  readonly created_at: number
  readonly data: EventData
}

/**
 * The message as the event left it, and the event's own details. Rows of earlier versions lack
 * members.
 */
export interface EventData {
  readonly status?: string
  readonly attempts?: number
  /** Empty if no hop was contacted. */
  readonly smtp_provider?: string
  readonly smtp_response?: string | null
  readonly error_message?: string | null
  readonly next_attempt_at?: number | null
  readonly verdict?: string
  readonly ambiguous?: boolean
  /**
   * Of an attempt; `tls` is the version (`TLSv1.3`), null if unencrypted, absent without a
   * connection.
   */
  readonly duration_ms?: number
  readonly tls?: string | null
  /** True for a report. */
  readonly reported?: boolean
  readonly link?: string
  readonly user_agent?: string
  readonly machine?: boolean
}

/** All that tells nothing of a person who was erased. */
export const bareEvent = ({
  error_message: _error,
  link: _link,
  smtp_response: _response,
  user_agent: _agent,
  ...bare
}: EventData): EventData => bare

/** According to the log. */
export interface EventSubject extends KeptMembers {
  readonly recipient_email: string
  readonly sender_email: string
  readonly subject: string
  readonly template_id: string | null
}

export interface RecordedEvent {
  readonly event: EventRecord
  readonly email: EventSubject
}

const isFailureCode = Schema.is(FailureCode)

/** What is known of an open or a click. */
export const visitOf = ({
  link,
  machine,
  user_agent
}: {
  readonly link?: string | undefined
  readonly machine?: boolean | undefined
  readonly user_agent?: string | undefined
}) => ({
  ...(link === undefined ? {} : { link }),
  ...(user_agent === undefined ? {} : { user_agent }),
  ...(machine === undefined ? {} : { machine })
})

/** In the form that subscribers and endpoints receive. */
export const emailEvent = ({
  email,
  event: { created_at, data, email_id, id, type }
}: RecordedEvent): EmailEvent => ({
  id,
  type,
  created_at: timestamp(created_at),
  data: {
    email_id,
    recipient: email.recipient_email,
    sender: email.sender_email,
    subject: email.subject,
    // Rows of earlier versions are status changes, named by their type.
    status: data.status ?? type.slice("email.".length),
    template_id: email.template_id,
    ...keptOf(email),
    attempts: data.attempts ?? 0,
    smtp_response: data.smtp_response ?? null,
    error_message: data.error_message ?? null,
    failure_code: isFailureCode(data.verdict) ? data.verdict : null,
    next_attempt_at: timestampOrNull(data.next_attempt_at ?? null),
    ...visitOf(data)
  }
})
