import type { FeedbackProviderName } from "@telemark/contract"
import { generate } from "selfsigned"
import { Webhook } from "standardwebhooks"
import { createHmac, createSign, generateKeyPairSync } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { FeedbackReading, FeedbackRequest } from "../../src/providers/FeedbackProvider.js"
import { feedbackProviders } from "../../src/reader/layerFeedbackReader.js"

export const now = Date.parse("2026-11-20T08:01:00Z")
export const nowSeconds = now / 1000

const folder = fileURLToPath(new URL("../fixtures/", import.meta.url))

export const fixtureNames = (provider: FeedbackProviderName): ReadonlyArray<string> =>
  readdirSync(`${folder}${provider}`)
    .map((file) => file.replace(/\.json$/, ""))
    .sort()

export const fixture = (provider: FeedbackProviderName, name: string): string =>
  readFileSync(`${folder}${provider}/${name}.json`, "utf8")

export const request = (
  body: string | Uint8Array,
  headers: FeedbackRequest["headers"] = {}
): FeedbackRequest => ({
  headers,
  body: typeof body === "string" ? Buffer.from(body) : body,
  now
})

// SendGrid

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" })
export const sendgridKey = publicKey.export({ format: "der", type: "spki" }).toString("base64")
export const sendgridSignature = (body: string | Uint8Array, time = String(nowSeconds)): string =>
  createSign("sha256").update(time).update(body).sign(privateKey, "base64")

export const sendgridRequest = (body: string, time = String(nowSeconds)): FeedbackRequest =>
  request(body, {
    "x-twilio-email-event-webhook-timestamp": time,
    "x-twilio-email-event-webhook-signature": sendgridSignature(body, time)
  })

// Mailgun

export const mailgunKey = "key-0123456789abcdef0123456789abcdef"
export const mailgunToken = "a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0"

export const mailgunSignature = (time: string, token = mailgunToken, key = mailgunKey): string =>
  createHmac("sha256", key)
    .update(time + token)
    .digest("hex")

export const mailgunBody = (
  body: string,
  { time = String(nowSeconds), token = mailgunToken } = {}
): string =>
  JSON.stringify({
    ...(JSON.parse(body) as object),
    signature: { timestamp: time, token, signature: mailgunSignature(time, token) }
  })

// Resend

export const resendSecret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`
export const svixId = "msg_2ZpPqXcGmJ5wD1n8rT7vKb3sYhA"

export const resendRequest = (body: string, at = now): FeedbackRequest =>
  request(body, {
    "svix-id": svixId,
    "svix-timestamp": String(Math.floor(at / 1000)),
    "svix-signature": new Webhook(resendSecret).sign(svixId, new Date(at), body)
  })

// SNS

export const topicArn = "arn:aws:sns:eu-west-1:123456789012:feedback"
export const certificateAddress =
  "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-9c6465fa7f48f5cacd23014631ec1136.pem"
export const subscribeAddress = `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=2336412f37fb687f5d51e6e2425e90cc`

export const makeCertificate = async (days = 10) => {
  const notBeforeDate = new Date(now - 24 * 3600 * 1000)
  const notAfterDate = new Date(notBeforeDate.getTime() + days * 24 * 3600 * 1000)
  const { cert, private: key } = await generate(
    [{ name: "commonName", value: "sns.amazonaws.com" }],
    {
      keySize: 2048,
      algorithm: "sha256",
      notBeforeDate,
      notAfterDate
    }
  )
  return { cert, key }
}
export const snsKeys = await makeCertificate()

type Envelope = Readonly<Record<string, string | undefined>>

/** Spelled out once more, from the documentation: in another manner than the source does it. */
const snsText = (envelope: Envelope): string => {
  const isNotification = envelope["Type"] === "Notification"
  const skipped = [
    "Signature",
    "SignatureVersion",
    "SigningCertURL",
    "UnsubscribeURL",
    ...(isNotification ? ["SubscribeURL", "Token"] : ["Subject"])
  ]
  return Object.entries(envelope)
    .filter(([name, value]) => !skipped.includes(name) && value !== undefined)
    .map(([name, value]) => `${name}\n${String(value)}\n`)
    .sort()
    .join("")
}

export const signEnvelope = (
  envelope: Envelope,
  version: "1" | "2" = "2",
  key = snsKeys.key
): string =>
  JSON.stringify({
    ...envelope,
    SignatureVersion: version,
    Signature: createSign(version === "1" ? "RSA-SHA1" : "RSA-SHA256")
      .update(snsText(envelope))
      .sign(key, "base64"),
    SigningCertURL: certificateAddress
  })

export const notification = (message: string): Envelope => ({
  Type: "Notification",
  MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
  TopicArn: topicArn,
  Message: message,
  Timestamp: "2026-11-20T08:00:06.000Z",
  UnsubscribeURL: `https://sns.eu-west-1.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=${topicArn}:c9135db0`
})

export const confirmation = (type = "SubscriptionConfirmation"): Envelope => ({
  Type: type,
  MessageId: "165545c9-2a5c-472c-8df2-7ff2be2b3b1b",
  Token: "2336412f37fb687f5d51e6e2425e90cc",
  TopicArn: topicArn,
  Message: "You have chosen to subscribe to the topic.",
  SubscribeURL: subscribeAddress,
  Timestamp: "2026-11-20T08:00:06.000Z"
})

// All

export const credentials: Readonly<Record<FeedbackProviderName, string>> = {
  ses: topicArn,
  sendgrid: sendgridKey,
  mailgun: mailgunKey,
  postmark: "",
  resend: resendSecret,
  brevo: "",
  mailjet: "",
  sparkpost: ""
}

const prepared: Partial<Record<FeedbackProviderName, (body: string) => FeedbackRequest>> = {
  ses: (body) => request(signEnvelope(notification(body))),
  sendgrid: (body) => sendgridRequest(body),
  mailgun: (body) => request(mailgunBody(body)),
  resend: (body) => resendRequest(body)
}

/** What the provider's calls with this body say, correctly signed. */
export const readSigned = (
  provider: FeedbackProviderName,
  body: string
): Promise<FeedbackReading> =>
  feedbackProviders[provider].read((prepared[provider] ?? request)(body), credentials[provider], {
    certificate: snsKeys.cert
  })

export const readFixture = (
  provider: FeedbackProviderName,
  name: string
): Promise<FeedbackReading> => readSigned(provider, fixture(provider, name))
