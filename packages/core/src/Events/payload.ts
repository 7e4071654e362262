import { timestamp, timestampOrNull } from "../Time/index.js"
import type { EventType, RecordedEvent } from "./Event.js"

/** What an event says of its message; the same in webhooks and in process. */
export interface EmailEventData {
  readonly email_id: string
  readonly recipient: string
  readonly sender: string
  readonly subject: string
  /** The message's status once the event had happened. */
  readonly status: string
  readonly template_id: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** What the send gave as `tags`; empty if it gave none. */
  readonly tags: Readonly<Record<string, string>>
  readonly attempts: number
  readonly smtp_response: string | null
  readonly error_message: string | null
  /** When the next attempt is due; null unless there will be one. */
  readonly next_attempt_at: string | null
  /** Of `email.clicked`: where the link goes. */
  readonly link?: string
  /** Of `email.opened` and `email.clicked`: what the opener says of itself. */
  readonly user_agent?: string
  /** Of `email.opened` and `email.clicked`: whether it was a program rather than a person, as far as can be told. */
  readonly machine?: boolean
}

/** A delivery event, as webhook endpoints and listeners in process get it. */
export interface EmailEvent<Type extends EventType = EventType> {
  /** `evt_…`. It stays the same however often the event is delivered. */
  readonly id: string
  readonly type: Type
  /** When it happened: RFC 3339, UTC, milliseconds. */
  readonly created_at: string
  readonly data: EmailEventData
}

/** An event as its receivers get it. */
export const emailEvent = ({ email, event: { created_at, data, email_id, id, type } }: RecordedEvent): EmailEvent => ({
  id,
  type,
  created_at: timestamp(created_at),
  data: {
    email_id,
    recipient: email.recipient_email,
    sender: email.sender_email,
    subject: email.subject,
    // Rows of earlier versions are all of changes of status, which their kind names.
    status: data.status ?? type.slice("email.".length),
    template_id: email.template_id,
    metadata: email.metadata,
    tags: email.tags,
    attempts: data.attempts ?? 0,
    smtp_response: data.smtp_response ?? null,
    error_message: data.error_message ?? null,
    next_attempt_at: timestampOrNull(data.next_attempt_at ?? null),
    ...(data.link === undefined ? {} : { link: data.link }),
    ...(data.user_agent === undefined ? {} : { user_agent: data.user_agent }),
    ...(data.machine === undefined ? {} : { machine: data.machine })
  }
})
