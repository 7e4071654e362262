import type { EventType } from "@telemark/contract"

/** An event as it is kept, written in the transaction of the change that it tells of. */
export interface EventRecord {
  readonly id: string
  readonly tenant_id: string
  readonly email_id: string
  readonly type: EventType
  readonly created_at: number
  /** What is particular to this event: see `EventData`. */
  readonly data: EventData
}

/** What is kept with an event: how the message stood then, and what is particular to its kind. Rows of earlier versions lack members. */
export interface EventData {
  /** The message's status once the event had happened. */
  readonly status?: string
  readonly attempts?: number
  /** The next hop; empty if none was asked. */
  readonly smtp_provider?: string
  readonly smtp_response?: string | null
  readonly error_message?: string | null
  readonly next_attempt_at?: number | null
  readonly verdict?: string
  readonly ambiguous?: boolean
  /** Of an attempt: how long it took, and the protocol that encrypted it (`TLSv1.3`), null if it went in clear, absent if there was no connection. */
  readonly duration_ms?: number
  readonly tls?: string | null
  /** Where a report came from rather than an attempt. */
  readonly reported?: boolean
  readonly link?: string
  readonly user_agent?: string
  readonly machine?: boolean
}

/** What the log says of the message that an event is about. */
export interface EventSubject {
  readonly recipient_email: string
  readonly sender_email: string
  readonly subject: string
  readonly template_id: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly tags: Readonly<Record<string, string>>
}

/** An event together with its message. */
export interface RecordedEvent {
  readonly event: EventRecord
  readonly email: EventSubject
}
