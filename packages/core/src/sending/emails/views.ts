import {
  type Email,
  type EmailSummary,
  keptOf,
  timestamp,
  timestampOrNull
} from "@telemark/contract"
import type { EmailRecord, ListedEmail } from "./Email.js"

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
