import { verify, X509Certificate } from "node:crypto"
import { type Refused, refused } from "./FeedbackProvider.js"
import { isBase64 } from "./checkSignature.js"
import { type JsonObject, member } from "./readJson.js"

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
 * The signed text: each field's name and value on lines of their own. Undefined for other types, or
 * if a field but the subject is missing.
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

/** Whether the certificate can check something now. */
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

/** What was signed, and how. */
export interface SnsSignature {
  readonly _tag: "Signature"
  readonly text: string
  readonly digest: string
  readonly signature: Buffer
}

/** The signature of an envelope; refuses one that no certificate could have made. */
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

/** Refuses a signature that wasn't made with this certificate: https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html */
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
