import type { EmailStatus, FailureCode, KeptMembers } from "@telemark/contract"

/** The stored log of one message to one recipient. Times are epoch milliseconds. */
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

/** The members of a message's log that lists show. */
export type ListedEmail = Pick<
  EmailRecord,
  "id" | "recipient_email" | "sender_email" | "subject" | "status" | "sent_at" | "created_at"
>
