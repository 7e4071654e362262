import {
  credentialOf,
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

interface Part {
  readonly event: unknown
  readonly part: unknown
  /** A report on the first recipient. */
  readonly first: ReportBase
  /** One report for each recipient: an object with an address, or an address. */
  readonly each: (
    recipients: string,
    read: (base: ReportBase, recipient: unknown) => EventReading
  ) => EventReading
}

/** SES itself took the message back. */
const takenBack =
  (reason: string) =>
  ({ first, part }: Part): EventReading =>
    bounced(first, "content", shownText(member(part, reason)))

/** By kind, the name of its part, and what that says. */
const kinds: Readonly<Record<string, readonly [string, (part: Part) => EventReading]>> = {
  Delivery: [
    "delivery",
    ({ each, part }) =>
      each("recipients", (base) => replied(base, "delivered", member(part, "smtpResponse")))
  ],
  DeliveryDelay: [
    "deliveryDelay",
    ({ each }) =>
      each("delayedRecipients", (base, recipient) =>
        replied(base, "deferred", member(recipient, "diagnosticCode"))
      )
  ],
  Bounce: [
    "bounce",
    ({ each, event, part }) =>
      each("bouncedRecipients", (base, recipient) => {
        if (isAutomaticReply(event, recipient)) return nothing
        const diagnostic = shownText(member(recipient, "diagnosticCode"))
        const [type, subtype] = [member(part, "bounceType"), member(part, "bounceSubType")]
        return bounced(base, amazonVerdict(type, subtype, diagnostic), diagnostic)
      })
  ],
  Complaint: [
    "complaint",
    ({ each, part }) =>
      member(part, "complaintFeedbackType") === "not-spam"
        ? nothing
        : each("complainedRecipients", (base) =>
            // It wasn't sent: the address is on the account's own list since an earlier complaint.
            member(part, "complaintSubType") === "OnAccountSuppressionList"
              ? bounced(base, "recipient_refused")
              : complained(base)
          )
  ],
  Reject: ["reject", takenBack("reason")],
  "Rendering Failure": ["failure", takenBack("errorMessage")],
  Open: ["open", ({ first, part }) => opened(first, member(part, "userAgent"))],
  Click: [
    "click",
    ({ first, part }) => clicked(first, member(part, "link"), member(part, "userAgent"))
  ],
  Subscription: [
    "subscription",
    ({ first, part }) =>
      inside(part, "newTopicPreferences", "unsubscribeAll") === true ? unsubscribed(first) : nothing
  ]
}

/** https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html */
const readSesEvent = (event: unknown, notificationId: string | undefined): EventReading => {
  const kind =
    textOf(member(event, "eventType"), 100) ?? textOf(member(event, "notificationType"), 100)
  if (kind === undefined) return undefined
  const [name, read] = (Object.hasOwn(kinds, kind) ? kinds[kind] : undefined) ?? []
  if (name === undefined || read === undefined) return nothing
  const mail = member(event, "mail")
  const part = member(event, name)
  const baseOf = (recipient: unknown, index = 0): ReportBase => {
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
  return read({
    event,
    part,
    first: baseOf(listOf(member(mail, "destination"))[0]),
    each: (recipients, readOne) => {
      const found = listOf(member(part, recipients))
        .slice(0, maxRecipients)
        .map((recipient, index) =>
          readOne(baseOf(member(recipient, "emailAddress") ?? recipient, index), recipient)
        )
      return found.length === 0 ? undefined : found.flatMap((each) => each ?? [])
    }
  })
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
  takes: credentialOf(
    "topic_arn",
    (text) => isTopicArn(text.trim()),
    "This is not the ARN of an SNS topic, such as arn:aws:sns:eu-west-1:123456789012:bounces."
  ),
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
