import { type EventType, keptOf } from "@telemark/contract"
import type { EmailRecord, EventData, EventRecord } from "@telemark/core"

/** Noon of a day on which all of this happens. */
export const noon = Date.UTC(2026, 10, 21, 12, 0, 0)

export const emailId = "em_0199a0b0c0d07000800000000000000b"

export const makeEmail = (email: Partial<EmailRecord> = {}): EmailRecord => ({
  id: emailId,
  tenant_id: "tn_1",
  recipient_email: "ada@example.org",
  sender_email: "shop@example.com",
  template_id: null,
  template_version: null,
  subject: "Your order",
  status: "queued",
  smtp_provider: "",
  smtp_response: null,
  error_message: null,
  failure_code: null,
  attempts: 0,
  ...keptOf({}),
  scheduled_at: null,
  sent_at: null,
  next_attempt_at: noon,
  created_at: noon,
  ...email
})

let made = 0

/** An event of that message. */
export const makeEvent = (
  type: EventType,
  data: EventData = {},
  created_at = noon
): EventRecord => ({
  id: `evt_${String(++made)}`,
  tenant_id: "tn_1",
  email_id: emailId,
  type,
  created_at,
  data
})
