import type { EmailStatus, FailureCode } from "@telemark/contract"

/** The log of one message to one recipient, as it is kept. Times are epoch milliseconds. */
export interface EmailRecord {
  readonly id: string
  readonly tenant_id: string
  readonly recipient_email: string
  readonly sender_email: string
  readonly template_id: string | null
  /** The version of the template that it was rendered from; null without a template. */
  readonly template_version: number | null
  readonly subject: string
  readonly status: EmailStatus
  /** Who took it or refused it; empty until the first attempt. */
  readonly smtp_provider: string
  readonly smtp_response: string | null
  readonly error_message: string | null
  /** Why it isn't delivered; null where nothing has failed, and of what had failed before there were codes. */
  readonly failure_code: FailureCode | null
  readonly attempts: number
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** Empty if it has none. */
  readonly tags: Readonly<Record<string, string>>
  /** When it was to be sent; null: at once. */
  readonly scheduled_at: number | null
  readonly sent_at: number | null
  readonly next_attempt_at: number | null
  readonly created_at: number
}

/** As much of a message's log as a list shows. */
export type ListedEmail = Pick<
  EmailRecord,
  "id" | "recipient_email" | "sender_email" | "subject" | "status" | "sent_at" | "created_at"
>
