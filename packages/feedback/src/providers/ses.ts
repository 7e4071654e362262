import {
  type FeedbackProvider,
  type FeedbackReading,
  type FeedbackRequest,
  type Refused,
  refused
} from "./FeedbackProvider.js"
import { readBody } from "./readBody.js"
import { readSingle } from "./readEvents.js"
import {
  decodeText,
  isTooLarge,
  type JsonObject,
  member,
  objectOf,
  parseJson,
  textOf
} from "./readJson.js"
import { readSesEvent } from "./sesEvent.js"
import { isCertificateAddress, isConfirmationAddress, isTopicArn } from "./snsAddresses.js"
import { checkSnsSignature, type SnsSignature, snsSignatureOf } from "./snsSignature.js"

const readNotification = (envelope: JsonObject): FeedbackReading => {
  const message = member(envelope, "Message")
  const event = typeof message === "string" ? objectOf(parseJson(message)) : undefined
  // SES announces itself to a topic in plain text.
  if (event === undefined) return { _tag: "Nothing", skipped: 0 }
  const id = textOf(member(envelope, "MessageId"), 200)
  return readSingle(event, (each) => readSesEvent(each, id))
}

/** Everything that can be checked without the certificate. */
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
 * A notification keeps its time when SNS repeats it, up to weeks later, so that it isn't refused
 * for its age: its key makes a repetition count once.
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
