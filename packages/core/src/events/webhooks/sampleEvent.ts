import {
  type EmailEvent,
  type EmailEventData,
  type EventType,
  keptSample,
  statusAfter,
  timestamp
} from "@telemark/contract"
import { instantOfId } from "../../kernel/ids.js"

const opener = {
  user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0",
  machine: false
}

const nextAttemptAfterMillis = 60_000

const particulars = (type: EventType, now: number): Partial<EmailEventData> => {
  switch (type) {
    case "email.deferred":
      return {
        smtp_response: "450 4.2.1 Try again later",
        error_message: "The mail server refused the message for now at the recipient.",
        failure_code: "transient",
        next_attempt_at: timestamp(now + nextAttemptAfterMillis)
      }
    case "email.bounced":
      return {
        smtp_response: "550 5.1.1 No such user",
        error_message: "The recipient's address does not exist or takes no mail.",
        failure_code: "invalid_recipient"
      }
    case "email.failed":
      return {
        smtp_response: null,
        error_message: "Not sent: the recipient was suppressed after the mail had been accepted.",
        failure_code: "suppressed"
      }
    case "email.opened":
      return opener
    case "email.clicked":
      return { link: "https://example.com/orders/1042", ...opener }
    default:
      return {}
  }
}

/** About a message that doesn't exist, with every member that a real one has. */
export const sampleEvent = (
  type: EventType,
  ids: { readonly event: string; readonly email: string },
  now: number
): EmailEvent => ({
  id: ids.event,
  type,
  created_at: timestamp(now),
  data: {
    email_id: ids.email,
    recipient: "ada@example.com",
    sender: "shop@example.com",
    subject: "A sample event from Telemark",
    status: statusAfter(type) ?? "delivered",
    template_id: "welcome",
    ...keptSample,
    attempts: 1,
    smtp_response: "250 2.0.0 Ok: queued as 4Vx1",
    error_message: null,
    failure_code: null,
    next_attempt_at: null,
    ...particulars(type, now)
  }
})

/** Everything follows from the id, so that samples needn't be stored. */
export const sampleOfId = (type: EventType, id: string): EmailEvent =>
  sampleEvent(type, { event: id, email: id.replace(/^evt/, "em") }, instantOfId(id))
