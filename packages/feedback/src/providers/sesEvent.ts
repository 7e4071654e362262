import { amazonVerdict } from "./amazonBounce.js"
import { fromIsoDate } from "./instants.js"
import {
  clicked,
  type EventReading,
  nothing,
  opened,
  replied,
  report,
  type ReportBase
} from "./readEvents.js"
import { inside, listOf, member, shownText, textOf } from "./readJson.js"

/** Our messages have one recipient; SES allows 50. */
const maxRecipients = 50

/** The value of a header field as it was sent: SES gives the message another Message-ID. */
const sentMessageId = (mail: unknown): unknown => {
  const fields = listOf(member(mail, "headers")).slice(0, 1000)
  const field = fields.find(
    (each) => textOf(member(each, "name"), 100)?.toLowerCase() === "message-id"
  )
  return inside(mail, "commonHeaders", "messageId") ?? member(field, "value")
}

/**
 * SES calls a reply that somebody is out of the office a bounce, too: its type is the most general
 * one, and it has nothing of a delivery report (RFC 3464).
 */
const isAutomaticReply = (event: unknown, recipient: unknown): boolean =>
  inside(event, "bounce", "bounceType") === "Transient" &&
  inside(event, "bounce", "bounceSubType") === "General" &&
  ["diagnosticCode", "status", "action"].every((name) => member(recipient, name) === undefined)

/** Reads an event of Amazon SES as it is published to SNS: https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html */
export const readSesEvent = (event: unknown, notificationId: string | undefined): EventReading => {
  const kind =
    textOf(member(event, "eventType"), 100) ?? textOf(member(event, "notificationType"), 100)
  if (kind === undefined) return undefined
  const mail = member(event, "mail")
  const baseOf = (part: unknown, recipient: unknown, index = 0): ReportBase => {
    const id = textOf(member(part, "feedbackId"), 200) ?? notificationId
    return {
      event,
      id: id === undefined || index === 0 ? id : `${id}/${index}`,
      message: {
        metadata: listOf(inside(mail, "tags", "telemark_id"))[0],
        messageId: sentMessageId(mail),
        providerId: textOf(member(mail, "messageId"), 998)
      },
      recipient,
      at: fromIsoDate(member(part, "timestamp")) ?? fromIsoDate(member(mail, "timestamp"))
    }
  }
  /** One report for each recipient: an object with an address, or an address. */
  const forEach = (
    part: unknown,
    recipients: unknown,
    read: (base: ReportBase, recipient: unknown) => EventReading
  ): EventReading => {
    const found = listOf(recipients)
      .slice(0, maxRecipients)
      .map((recipient, index) =>
        read(baseOf(part, member(recipient, "emailAddress") ?? recipient, index), recipient)
      )
    return found.length === 0 ? undefined : found.flatMap((each) => each ?? [])
  }
  const firstRecipient = listOf(member(mail, "destination"))[0]
  const part = (name: string) => member(event, name)
  /** SES itself took the message back. */
  const refusedBySes = (name: string, reason: string): EventReading => [
    report(baseOf(part(name), firstRecipient), {
      kind: "bounced",
      verdict: "content",
      smtp_response: shownText(member(part(name), reason))
    })
  ]
  switch (kind) {
    case "Delivery":
      return forEach(part("delivery"), inside(event, "delivery", "recipients"), (base) =>
        replied(base, "delivered", inside(event, "delivery", "smtpResponse"))
      )
    case "DeliveryDelay":
      return forEach(
        part("deliveryDelay"),
        inside(event, "deliveryDelay", "delayedRecipients"),
        (base, recipient) => replied(base, "deferred", member(recipient, "diagnosticCode"))
      )
    case "Bounce":
      return forEach(
        part("bounce"),
        inside(event, "bounce", "bouncedRecipients"),
        (base, recipient) => {
          if (isAutomaticReply(event, recipient)) return nothing
          const diagnostic = shownText(member(recipient, "diagnosticCode"))
          const verdict = amazonVerdict(
            inside(event, "bounce", "bounceType"),
            inside(event, "bounce", "bounceSubType"),
            diagnostic
          )
          return [report(base, { kind: "bounced", verdict, smtp_response: diagnostic })]
        }
      )
    case "Complaint":
      if (inside(event, "complaint", "complaintFeedbackType") === "not-spam") return nothing
      return forEach(
        part("complaint"),
        inside(event, "complaint", "complainedRecipients"),
        (base) =>
          // The message wasn't sent: the address is on the account's own list since an earlier
          // complaint.
          inside(event, "complaint", "complaintSubType") === "OnAccountSuppressionList"
            ? [report(base, { kind: "bounced", verdict: "recipient_refused" })]
            : [report(base, { kind: "complained" })]
      )
    case "Reject":
      return refusedBySes("reject", "reason")
    case "Rendering Failure":
      return refusedBySes("failure", "errorMessage")
    case "Open":
      return opened(baseOf(part("open"), firstRecipient), inside(event, "open", "userAgent"))
    case "Click":
      return clicked(
        baseOf(part("click"), firstRecipient),
        inside(event, "click", "link"),
        inside(event, "click", "userAgent")
      )
    case "Subscription":
      return inside(event, "subscription", "newTopicPreferences", "unsubscribeAll") === true
        ? [report(baseOf(part("subscription"), firstRecipient), { kind: "unsubscribed" })]
        : nothing
    default:
      return nothing
  }
}
