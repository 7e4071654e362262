import type { EmailEvent, EventType } from "@telemark/contract"
import { timestamp } from "@telemark/contract"
import { instantOfId, uuidOfId } from "../../kernel/ids.js"

/** Our types by Resend's. `email.unsubscribed` has no counterpart there. */
export const resendTypes: Readonly<Record<string, EventType>> = {
  "email.sent": "email.sent",
  "email.delivered": "email.delivered",
  "email.delivery_delayed": "email.deferred",
  "email.bounced": "email.bounced",
  "email.complained": "email.complained",
  "email.failed": "email.failed",
  "email.suppressed": "email.failed",
  "email.opened": "email.opened",
  "email.clicked": "email.clicked"
}

const typeOf = ({ data: { failure_code }, type }: EmailEvent): string =>
  type === "email.deferred"
    ? "email.delivery_delayed"
    : type === "email.failed" && failure_code === "suppressed"
      ? "email.suppressed"
      : type

const particulars = ({ created_at, data, type }: EmailEvent): object => {
  const { error_message, failure_code, link, smtp_response, user_agent } = data
  const message = error_message ?? smtp_response ?? ""
  switch (type) {
    case "email.bounced":
      return {
        bounce: {
          message,
          type: "Permanent",
          subType: failure_code === "mailbox_full" ? "MailboxFull" : "General",
          diagnosticCode: smtp_response === null ? [] : [smtp_response]
        }
      }
    case "email.failed":
      return failure_code === "suppressed"
        ? { suppressed: { message, type: "OnAccountSuppressionList" } }
        : { failed: { reason: message } }
    // Addresses of readers aren't kept.
    case "email.clicked":
      return {
        click: {
          ipAddress: "",
          link: link ?? "",
          timestamp: created_at,
          userAgent: user_agent ?? ""
        }
      }
    default:
      return {}
  }
}

/** In Resend's form, whose id is that of the send: its first message's. */
export const resendEvent = (event: EmailEvent, firstOfSend: string): object => {
  const { email_id, recipient, sender, subject, tags, template_id } = event.data
  return {
    type: typeOf(event),
    created_at: event.created_at,
    data: {
      email_id: uuidOfId(firstOfSend),
      created_at: timestamp(instantOfId(email_id)),
      from: sender,
      to: [recipient],
      subject,
      tags,
      ...(template_id === null ? {} : { template_id }),
      ...particulars(event)
    }
  }
}
