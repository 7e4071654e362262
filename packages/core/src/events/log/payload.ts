import { type EmailEvent, FailureCode, timestamp, timestampOrNull } from "@telemark/contract"
import { Schema } from "effect"
import type { RecordedEvent } from "./Event.js"

const isFailureCode = Schema.is(FailureCode)

/** An event in the form that subscribers and endpoints receive. */
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
    metadata: email.metadata,
    tags: email.tags,
    topic: email.topic,
    attempts: data.attempts ?? 0,
    smtp_response: data.smtp_response ?? null,
    error_message: data.error_message ?? null,
    failure_code: isFailureCode(data.verdict) ? data.verdict : null,
    next_attempt_at: timestampOrNull(data.next_attempt_at ?? null),
    ...(data.link === undefined ? {} : { link: data.link }),
    ...(data.user_agent === undefined ? {} : { user_agent: data.user_agent }),
    ...(data.machine === undefined ? {} : { machine: data.machine })
  }
})
