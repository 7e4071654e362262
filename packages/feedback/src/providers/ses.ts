import {
  type FeedbackProvider,
  type FeedbackReading,
  type FeedbackRequest,
  type Refused,
  refused
} from "./FeedbackProvider.js"
import { amazonVerdict } from "./bounceVerdict.js"
import {
  bounced,
  clicked,
  complained,
  type EventReading,
  nothing,
  opened,
  readBody,
  readSingle,
  replied,
  type ReportBase,
  unsubscribed
} from "./readEvents.js"
import {
  decodeText,
  fromIsoDate,
  inside,
  isTooLarge,
  type JsonObject,
  listOf,
  member,
  objectOf,
  parseJson,
  shownText,
  textOf
} from "./readJson.js"
import {
  checkSnsSignature,
  isCertificateAddress,
  isConfirmationAddress,
  isTopicArn,
  type SnsSignature,
  snsSignatureOf
} from "./sns.js"

/** Our messages have one recipient; SES allows 50. */
const maxRecipients = 50

/** As it was sent: SES gives the message another Message-ID. */
const sentMessageId = (mail: unknown): unknown => {
  const fields = listOf(member(mail, "headers")).slice(0, 1000)
  const field = fields.find(
    (each) => textOf(member(each, "name"), 100)?.toLowerCase() === "message-id"
  )
  return inside(mail, "commonHeaders", "messageId") ?? member(field, "value")
}

/**
 * SES calls an out-of-office reply a bounce, too: its type is the most general one, and it has
 * nothing of a delivery report (RFC 3464).
 */
const isAutomaticReply = (event: unknown, recipient: unknown): boolean =>
  inside(event, "bounce", "bounceType") === "Transient" &&
  inside(event, "bounce", "bounceSubType") === "General" &&
  ["diagnosticCode", "status", "action"].every((name) => member(recipient, name) === undefined)

/** https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html */
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
  const refusedBySes = (name: string, reason: string): EventReading =>
    bounced(baseOf(part(name), firstRecipient), "content", shownText(member(part(name), reason)))
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
          return bounced(base, verdict, diagnostic)
        }
      )
    case "Complaint":
      if (inside(event, "complaint", "complaintFeedbackType") === "not-spam") return nothing
      return forEach(
        part("complaint"),
        inside(event, "complaint", "complainedRecipients"),
        (base) =>
          // It wasn't sent: the address is on the account's own list since an earlier complaint.
          inside(event, "complaint", "complaintSubType") === "OnAccountSuppressionList"
            ? bounced(base, "recipient_refused")
            : complained(base)
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
        ? unsubscribed(baseOf(part("subscription"), firstRecipient))
        : nothing
    default:
      return nothing
  }
}

const readNotification = (envelope: JsonObject): FeedbackReading => {
  const message = member(envelope, "Message")
  const event = typeof message === "string" ? objectOf(parseJson(message)) : undefined
  // SES announces itself to a topic in plain text.
  if (event === undefined) return { _tag: "Nothing", skipped: 0 }
  const id = textOf(member(envelope, "MessageId"), 200)
  return readSingle(event, (each) => readSesEvent(each, id))
}

/** What can be checked without the certificate. */
const signatureOf = (envelope: JsonObject, topicArn: string): SnsSignature | Refused => {
  const topic = member(envelope, "TopicArn")
  if (topic !== topicArn) return refused(topic === undefined ? "malformed" : "wrong_topic")
  return snsSignatureOf(envelope)
}

const readEnvelope = (
  envelope: JsonObject,
  topicArn: string,
  { now }: FeedbackRequest,
  certificate: string | undefined
): FeedbackReading => {
  const signature = signatureOf(envelope, topicArn)
  if (signature._tag === "Refused") return signature
  const wrong = checkSnsSignature(signature, certificate, now)
  if (wrong !== undefined) return wrong
  switch (member(envelope, "Type")) {
    case "Notification":
      return readNotification(envelope)
    case "SubscriptionConfirmation": {
      const url = member(envelope, "SubscribeURL")
      return typeof url === "string" && isConfirmationAddress(url, topicArn)
        ? { _tag: "Confirm", url }
        : refused("wrong_confirmation_address")
    }
    default:
      return { _tag: "Nothing", skipped: 0 }
  }
}

/**
 * Amazon SES through SNS:
 * https://docs.aws.amazon.com/ses/latest/dg/monitor-sending-activity-using-notifications-sns.html.
 * A notification keeps its time when SNS repeats it, up to weeks later, so it isn't refused for its
 * age: its key makes a repetition count once.
 */
export const ses: FeedbackProvider = {
  title: "Amazon SES",
  takes: {
    kind: "topic_arn",
    problemOf: (credential) =>
      isTopicArn(credential.trim())
        ? undefined
        : "This is not the ARN of an SNS topic, such as arn:aws:sns:eu-west-1:123456789012:bounces."
  },
  certificateUrl: (body, credential) => {
    const topicArn = credential.trim()
    if (!isTopicArn(topicArn)) return refused("missing_credential")
    if (isTooLarge(body)) return refused("too_large")
    const envelope = objectOf(parseJson(decodeText(body) ?? ""))
    if (envelope === undefined) return refused("malformed")
    const signature = signatureOf(envelope, topicArn)
    if (signature._tag === "Refused") return signature
    const url = member(envelope, "SigningCertURL")
    return typeof url === "string" && isCertificateAddress(url)
      ? { _tag: "CertificateUrl", url }
      : refused("wrong_certificate_address")
  },
  read: async (request, credential, options) => {
    const topicArn = credential.trim()
    if (!isTopicArn(topicArn)) return refused("missing_credential")
    return readBody(request.body, (value) => {
      const envelope = objectOf(value)
      return envelope === undefined
        ? refused("malformed")
        : readEnvelope(envelope, topicArn, request, options?.certificate)
    })
  }
}
