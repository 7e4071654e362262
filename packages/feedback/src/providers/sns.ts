import { verify, X509Certificate } from "node:crypto"
import { isBase64, type Refused, refused } from "./FeedbackProvider.js"
import { type JsonObject, member } from "./readJson.js"

/** China's regions, and no others, are below amazonaws.com.cn. */
const host =
  "sns\\.(?:(?!cn-)[a-z]{2,4}(?:-[a-z]{2,20}){1,3}-\\d{1,2}\\.amazonaws\\.com|cn-[a-z]{2,20}-\\d{1,2}\\.amazonaws\\.com\\.cn)"

// The whole address as it is written, so that no two URL parsers can disagree on it.
const certificate = new RegExp(`^https://${host}/SimpleNotificationService-[0-9a-f]{32,64}\\.pem$`)
const confirmation = new RegExp(
  `^https://${host}/\\?([\\x21\\x24-\\x3b\\x3d\\x3f-\\x5b\\x5d\\x5f\\x61-\\x7a~]{1,2000})$`
)

const maxAddress = 2100

export const isCertificateAddress = (address: string): boolean =>
  address.length <= maxAddress && certificate.test(address)

/** Whether it confirms a subscription to this topic. */
export const isConfirmationAddress = (address: string, topicArn: string): boolean => {
  const query = address.length <= maxAddress ? confirmation.exec(address)?.[1] : undefined
  if (query === undefined) return false
  const parameters = new URLSearchParams(query)
  const only = (name: string) =>
    parameters.getAll(name).length === 1 ? parameters.get(name) : null
  return (
    only("Action") === "ConfirmSubscription" &&
    only("TopicArn") === topicArn &&
    (only("Token") ?? "") !== ""
  )
}

/** https://docs.aws.amazon.com/sns/latest/dg/sns-create-topic.html */
export const isTopicArn = (text: string): boolean =>
  /^arn:aws(?:-[a-z]{2,10}){0,2}:sns:[a-z]{2,4}(?:-[a-z]{2,20}){1,3}-\d{1,2}:\d{12}:[A-Za-z0-9_-]{1,256}(?:\.fifo)?$/.test(
    text
  )

const signedFields: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["Notification", ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]],
  [
    "SubscriptionConfirmation",
    ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"]
  ],
  [
    "UnsubscribeConfirmation",
    ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"]
  ]
])

const digests: ReadonlyMap<unknown, string> = new Map([
  ["1", "sha1"],
  ["2", "sha256"]
])

/**
 * Each field's name and value on lines of their own. Undefined for other types, or if a field but
 * the subject is missing.
 */
const signedText = (envelope: JsonObject): string | undefined => {
  const fields = signedFields.get(String(member(envelope, "Type")))
  const lines = fields?.map((name) => {
    const value = member(envelope, name)
    return typeof value === "string"
      ? `${name}\n${value}\n`
      : name === "Subject" && (value === undefined || value === null)
        ? ""
        : undefined
  })
  return lines === undefined || lines.includes(undefined) ? undefined : lines.join("")
}

const certificateOf = (pem: string, now: number): X509Certificate | undefined => {
  try {
    const certificate = new X509Certificate(pem)
    const isValid =
      Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo)
    return isValid && certificate.publicKey.asymmetricKeyType === "rsa" ? certificate : undefined
  } catch {
    return undefined
  }
}

/** Of a PEM text. */
const maxCertificate = 64 * 1024

export interface SnsSignature {
  readonly _tag: "Signature"
  readonly text: string
  readonly digest: string
  readonly signature: Buffer
}

/** Refuses what no certificate could have signed. */
export const snsSignatureOf = (envelope: JsonObject): SnsSignature | Refused => {
  const text = signedText(envelope)
  if (text === undefined) return refused("malformed")
  const signature = member(envelope, "Signature")
  if (typeof signature !== "string" || signature === "") return refused("missing_signature")
  const digest = digests.get(member(envelope, "SignatureVersion"))
  return digest === undefined || !isBase64(signature)
    ? refused("wrong_signature")
    : { _tag: "Signature", text, digest, signature: Buffer.from(signature, "base64") }
}

/** https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html */
export const checkSnsSignature = (
  { digest, signature, text }: SnsSignature,
  pem: string | undefined,
  now: number
): Refused | undefined => {
  const certificate =
    pem === undefined || pem.length > maxCertificate ? undefined : certificateOf(pem, now)
  if (certificate === undefined) return refused("missing_credential")
  try {
    return verify(digest, Buffer.from(text), certificate.publicKey, signature)
      ? undefined
      : refused("wrong_signature")
  } catch {
    return refused("wrong_signature")
  }
}
