import {
  type Email,
  type EmailStatus,
  type EmailSummary,
  type FailureCode,
  type KeptMembers,
  keptOf,
  type ListEmails,
  type Page,
  timestamp,
  timestampOrNull
} from "@telemark/contract"
import type { MessageBody, MessageOfSend } from "../../delivery/message/Message.js"

/** Times are epoch milliseconds. */
export interface EmailRecord extends KeptMembers {
  readonly id: string
  readonly tenant_id: string
  readonly recipient_email: string
  readonly sender_email: string
  readonly template_id: string | null
  readonly template_version: number | null
  readonly subject: string
  readonly status: EmailStatus
  /** The next hop of the last attempt; empty until the first one. */
  readonly smtp_provider: string
  readonly smtp_response: string | null
  readonly error_message: string | null
  /** Why it isn't delivered; null if nothing failed, or if it failed before there were codes. */
  readonly failure_code: FailureCode | null
  readonly attempts: number
  /** The requested send time; null: at once. */
  readonly scheduled_at: number | null
  readonly sent_at: number | null
  readonly next_attempt_at: number | null
  readonly created_at: number
}

export type ListedEmail = Pick<
  EmailRecord,
  "id" | "recipient_email" | "sender_email" | "subject" | "status" | "sent_at" | "created_at"
>

export const summary = (record: ListedEmail): EmailSummary => ({
  id: record.id,
  recipient_email: record.recipient_email,
  sender_email: record.sender_email,
  subject: record.subject,
  status: record.status,
  sent_at: timestampOrNull(record.sent_at),
  created_at: timestamp(record.created_at)
})

export const whole = (record: EmailRecord): Email => ({
  ...summary(record),
  template_id: record.template_id,
  template_version: record.template_version,
  smtp_provider: record.smtp_provider,
  smtp_response: record.smtp_response,
  error_message: record.error_message,
  failure_code: record.failure_code,
  attempts: record.attempts,
  next_attempt_at: timestampOrNull(record.next_attempt_at),
  ...keptOf(record),
  scheduled_at: timestampOrNull(record.scheduled_at)
})

export interface AcceptedMessage extends MessageOfSend, KeptMembers {
  readonly template_version: number | null
  /** Null if it is no longer stored. */
  readonly body: MessageBody | null
}

/** All by default. */
export interface EmailFilter extends Omit<
  ListEmails,
  "after" | "limit" | "offset" | "since" | "tag" | "until"
> {
  readonly tag?: { readonly name: string; readonly value: string } | undefined
  /** Accepted at this time or later, in epoch milliseconds. */
  readonly since?: number | undefined
  /** Accepted before this time. */
  readonly until?: number | undefined
}

/** An offset, or the position after a message. */
export interface EmailPage extends Page {
  /** The id of the message after which the page begins; `offset` is 0 then. */
  readonly after?: string | undefined
}

export interface FoundEmails {
  readonly emails: ReadonlyArray<ListedEmail>
  /**
   * The id of the message after which the next page begins; null if there is none. A page may be
   * short, and others follow all the same.
   */
  readonly next: string | null
}
