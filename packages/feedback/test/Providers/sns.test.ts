import { describe, expect, it } from "vitest"
import type { FeedbackReading } from "../../src/providers/FeedbackProvider.js"
import { feedbackProviders } from "../../src/reader/layerFeedbackReader.js"
import {
  certificateAddress,
  confirmation,
  fixture,
  makeCertificate,
  notification,
  request,
  signEnvelope,
  snsKeys,
  subscribeAddress,
  topicArn
} from "./support.js"

const { ses } = feedbackProviders
const delivery = fixture("ses", "delivery")
const read = (body: string, { certificate = snsKeys.cert, topic = topicArn } = {}) =>
  ses.read(request(body), topic, { certificate })
const outcome = async (found: Promise<FeedbackReading>): Promise<string> => {
  const reading = await found
  return reading._tag === "Refused" ? reading.reason : reading._tag
}
const changed = (body: string, members: object) =>
  JSON.stringify({ ...(JSON.parse(body) as object), ...members })
const certificateUrl = (address: unknown, members: object = {}, topic = topicArn) =>
  ses.certificateUrl!(
    Buffer.from(
      changed(signEnvelope(notification(delivery)), { SigningCertURL: address, ...members })
    ),
    topic
  )
const hex = "9c6465fa7f48f5cacd23014631ec1136"
const file = `SimpleNotificationService-${hex}.pem`

describe("the address of a signing certificate", () => {
  it.each([
    certificateAddress,
    `https://sns.us-gov-west-1.amazonaws.com/${file}`,
    `https://sns.cn-north-1.amazonaws.com.cn/${file}`,
    `https://sns.ap-southeast-3.amazonaws.com/${file}`
  ])("is taken from SNS itself: %s", (url) =>
    expect(certificateUrl(url)).toStrictEqual({ _tag: "CertificateUrl", url })
  )

  it.each([
    `http://sns.eu-west-1.amazonaws.com/${file}`,
    `https://sns.eu-west-1.amazonaws.com.example.com/${file}`,
    `https://sns.eu-west-1.amazonaws.com.cn/${file}`,
    `https://sns.cn-north-1.amazonaws.com/${file}`,
    `https://evil-sns.eu-west-1.amazonaws.com/${file}`,
    `https://sns.eu-west-1.amazonaws.com:8443/${file}`,
    `https://sns.eu-west-1.amazonaws.com:443/${file}`,
    `https://sns.eu-west-1.amazonaws.com@example.com/${file}`,
    `https://user@sns.eu-west-1.amazonaws.com/${file}`,
    `https://example.com/sns.eu-west-1.amazonaws.com/${file}`,
    `https://example.com#sns.eu-west-1.amazonaws.com/${file}`,
    `https://example.com\\@sns.eu-west-1.amazonaws.com/${file}`,
    `https://sns.eu-west-1.amazonaws.com/bucket/${file}`,
    `https://sns.eu-west-1.amazonaws.com//${file}`,
    `https://sns.eu-west-1.amazonaws.com/../${file}`,
    `https://sns.eu-west-1.amazonaws.com/${file}?x=1`,
    `https://sns.eu-west-1.amazonaws.com/${file}#x`,
    `https://sns.eu-west-1.amazonaws.com/${file}\n`,
    `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-${hex}.pem.exe`,
    "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-.pem",
    "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-zz6465fa7f48f5cacd23014631ec1136.pem",
    `https://sns.amazonaws.com/${file}`,
    `https://bucket.s3.amazonaws.com/${file}`,
    `https://sns.bucket.s3.amazonaws.com/${file}`,
    `https://sns.eu-west-1.amazonaws.com./${file}`,
    `https://SNS.eu-west-1.amazonaws.com/${file}`,
    `https://sns.eu-west-1.amazonaws.co/${file}`,
    `https://sns.eu-west-1amazonaws.com/${file}`,
    `https://sns.eu-west-1.amazonaws.com%2eexample.com/${file}`,
    `https://sns。eu-west-1.amazonaws.com/${file}`,
    `ftp://sns.eu-west-1.amazonaws.com/${file}`,
    `//sns.eu-west-1.amazonaws.com/${file}`,
    "",
    null,
    [certificateAddress]
  ])("is refused if it is forged: %j", (address) => {
    expect(certificateUrl(address)).toStrictEqual({
      _tag: "Refused",
      reason: "wrong_certificate_address"
    })
  })

  it("is refused in a body that is no JSON object", () => {
    for (const body of ["", "[]", "null", "{", '"x"']) {
      expect(ses.certificateUrl!(Buffer.from(body), topicArn)).toStrictEqual({
        _tag: "Refused",
        reason: "malformed"
      })
    }
  })

  it.each([
    ["of another topic", { TopicArn: `${topicArn}-2` }, "wrong_topic"],
    ["without a topic", { TopicArn: undefined }, "malformed"],
    ["without a signature", { Signature: "" }, "missing_signature"],
    ["with a signature that is none", { Signature: "%" }, "wrong_signature"],
    ["of an unknown signature version", { SignatureVersion: "3" }, "wrong_signature"],
    ["of an unknown type", { Type: "Other" }, "malformed"]
  ])("isn't given for a call %s, which no certificate could make right", (_, members, reason) => {
    expect(certificateUrl(certificateAddress, members)).toStrictEqual({ _tag: "Refused", reason })
  })

  it("isn't given without a topic to compare with", () => {
    expect(certificateUrl(certificateAddress, {}, "")).toStrictEqual({
      _tag: "Refused",
      reason: "missing_credential"
    })
  })
})

describe("a notification of SNS", () => {
  it.each(["1", "2"] as const)("is taken with signature version %s", async (version) => {
    expect(await outcome(read(signEnvelope(notification(delivery), version)))).toBe("Events")
    expect(
      await outcome(
        read(
          signEnvelope(
            { ...notification(delivery), Subject: "Amazon SES Email Event Notification" },
            version
          )
        )
      )
    ).toBe("Events")
  })

  it("has its subject signed, if there is one", async () => {
    const signed = signEnvelope({ ...notification(delivery), Subject: "Notification" })
    expect(await outcome(read(changed(signed, { Subject: "Another" })))).toBe("wrong_signature")
    expect(await outcome(read(changed(signed, { Subject: undefined })))).toBe("wrong_signature")
    expect(
      await outcome(read(changed(signEnvelope(notification(delivery)), { Subject: null })))
    ).toBe("Events")
  })

  it.each(["Message", "MessageId", "Timestamp"])("is refused with another %s", async (name) => {
    expect(
      await outcome(
        read(changed(signEnvelope(notification(delivery)), { [name]: fixture("ses", "complaint") }))
      )
    ).toBe("wrong_signature")
  })

  it.each(["Message", "MessageId", "Timestamp", "Type"])(
    "is malformed without its %s",
    async (name) => {
      expect(
        await outcome(read(changed(signEnvelope(notification(delivery)), { [name]: undefined })))
      ).toBe("malformed")
    }
  )

  it("is refused with the digest of the other version, an unknown version, and without a signature", async () => {
    const signed = signEnvelope(notification(delivery), "2")
    expect(await outcome(read(changed(signed, { SignatureVersion: "1" })))).toBe("wrong_signature")
    expect(await outcome(read(changed(signed, { SignatureVersion: "3" })))).toBe("wrong_signature")
    expect(await outcome(read(changed(signed, { SignatureVersion: 2 })))).toBe("wrong_signature")
    expect(await outcome(read(changed(signed, { Signature: undefined })))).toBe("missing_signature")
    expect(await outcome(read(changed(signed, { Signature: "AAAA" })))).toBe("wrong_signature")
  })

  it("is refused if it was signed with another certificate's key", async () => {
    const { cert, key } = await makeCertificate()
    const signed = signEnvelope(notification(delivery), "2", key)
    expect(await outcome(read(signed))).toBe("wrong_signature")
    expect(await outcome(read(signed, { certificate: cert }))).toBe("Events")
  })

  it("is refused without a certificate that is valid now", async () => {
    const signed = signEnvelope(notification(delivery))
    for (const certificate of [
      "",
      "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
      "x".repeat(100_000)
    ]) {
      expect(await outcome(read(signed, { certificate }))).toBe("missing_credential")
    }
    expect(await outcome(ses.read(request(signed), topicArn))).toBe("missing_credential")
    const { cert, key } = await makeCertificate(0.5)
    expect(
      await outcome(read(signEnvelope(notification(delivery), "2", key), { certificate: cert }))
    ).toBe("missing_credential")
  })

  it("is refused from another topic, though it is signed", async () => {
    const other = { ...notification(delivery), TopicArn: topicArn.replace("feedback", "others") }
    expect(await outcome(read(signEnvelope(other)))).toBe("wrong_topic")
    expect(
      await outcome(read(changed(signEnvelope(notification(delivery)), { TopicArn: undefined })))
    ).toBe("malformed")
  })

  it("isn't refused for its age: SNS repeats it unchanged", async () => {
    expect(
      await outcome(
        read(signEnvelope({ ...notification(delivery), Timestamp: "2026-11-01T00:00:00.000Z" }))
      )
    ).toBe("Events")
  })

  it("may have its event end with a line end, as SES ends it", async () => {
    expect(await outcome(read(signEnvelope(notification(`${delivery}\n`))))).toBe("Events")
  })

  it("names the message as it was sent, from either list of header fields", async () => {
    const { mail, ...event } = JSON.parse(delivery) as {
      mail: { headers: unknown; commonHeaders: unknown }
    }
    const messageId = async ({ commonHeaders, headers }: Partial<typeof mail>) => {
      const reading = await read(
        signEnvelope(
          notification(JSON.stringify({ ...event, mail: { ...mail, commonHeaders, headers } }))
        )
      )
      return reading._tag === "Events" ? reading.events[0]!.message.message_id : reading._tag
    }
    const sent = "em_0199a3c45e7b7c3d8f2a1b4c5d6e7f80@mail.example.com"
    expect(await messageId({ headers: mail.headers })).toBe(sent)
    expect(await messageId({ commonHeaders: mail.commonHeaders })).toBe(sent)
    expect(await messageId({})).toBeUndefined()
  })

  it("says nothing in plain text, as SES announces itself", async () => {
    expect(
      await outcome(
        read(
          signEnvelope(
            notification("Successfully validated SNS topic for Amazon SES event publishing.")
          )
        )
      )
    ).toBe("Nothing")
  })

  it("is malformed if the event in it is", async () => {
    expect(await outcome(read(signEnvelope(notification("{}"))))).toBe("malformed")
    expect(
      await outcome(
        read(signEnvelope(notification(JSON.stringify({ eventType: "Bounce", bounce: {} }))))
      )
    ).toBe("malformed")
  })

  it("reports each recipient under a key of its own", async () => {
    const event = JSON.parse(delivery) as { delivery: object }
    const two = {
      ...event,
      delivery: { ...event.delivery, recipients: ["ada@example.org", "bea@example.org"] }
    }
    const reading = await read(signEnvelope(notification(JSON.stringify(two))))
    const id = "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324"
    expect(reading).toMatchObject({
      events: [
        { recipient: "ada@example.org", key: id },
        { recipient: "bea@example.org", key: `${id}/1` }
      ]
    })
  })
})

describe("a confirmation of SNS", () => {
  it.each(["1", "2"] as const)(
    "gives the address to fetch with signature version %s",
    async (version) => {
      expect(await read(signEnvelope(confirmation(), version))).toStrictEqual({
        _tag: "Confirm",
        url: subscribeAddress
      })
    }
  )

  it("of an end says nothing that matters", async () =>
    expect(await outcome(read(signEnvelope(confirmation("UnsubscribeConfirmation"))))).toBe(
      "Nothing"
    ))

  it("is refused if it isn't signed with the certificate, or for another topic", async () => {
    expect(await outcome(read(changed(signEnvelope(confirmation()), { Token: "x" })))).toBe(
      "wrong_signature"
    )
    expect(await outcome(read(changed(signEnvelope(confirmation()), { Signature: "" })))).toBe(
      "missing_signature"
    )
    expect(
      await outcome(
        read(signEnvelope(confirmation()), { topic: topicArn.replace("feedback", "others") })
      )
    ).toBe("wrong_topic")
  })

  const query = `?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=abc`
  it.each([
    `http://sns.eu-west-1.amazonaws.com/${query}`,
    `https://sns.eu-west-1.amazonaws.com.example.com/${query}`,
    `https://example.com/${query}`,
    `https://sns.eu-west-1.amazonaws.com:8080/${query}`,
    `https://sns.eu-west-1.amazonaws.com@example.com/${query}`,
    `https://user:secret@sns.eu-west-1.amazonaws.com/${query}`,
    `https://example.com\\@sns.eu-west-1.amazonaws.com/${query}`,
    `https://sns.eu-west-1.amazonaws.com/path${query}`,
    `https://sns.eu-west-1.amazonaws.com/${query}#x`,
    `https://sns.eu-west-1.amazonaws.com/${query} x`,
    `https://sns.eu-west-1.amazonaws.com/${query}&Action=Unsubscribe`,
    `https://sns.eu-west-1.amazonaws.com/${query.replace("ConfirmSubscription", "Unsubscribe")}`,
    `https://sns.eu-west-1.amazonaws.com/${query.replace("feedback", "others")}`,
    `https://sns.eu-west-1.amazonaws.com/${query}&TopicArn=${topicArn}`,
    `https://sns.eu-west-1.amazonaws.com/${query.replace("&Token=abc", "")}`,
    "https://sns.eu-west-1.amazonaws.com/",
    "https://sqs.eu-west-1.amazonaws.com/",
    `https://169.254.169.254/${query}`,
    `https://localhost/${query}`,
    `file:///etc/passwd${query}`,
    ""
  ])("with a forged address is refused, though it is signed: %s", async (SubscribeURL) => {
    expect(await read(signEnvelope({ ...confirmation(), SubscribeURL }))).toStrictEqual({
      _tag: "Refused",
      reason: "wrong_confirmation_address"
    })
  })

  it("for a topic in China is taken at China's host", async () => {
    const topic = "arn:aws-cn:sns:cn-north-1:123456789012:feedback"
    const SubscribeURL = `https://sns.cn-north-1.amazonaws.com.cn/?Action=ConfirmSubscription&TopicArn=${encodeURIComponent(topic)}&Token=abc`
    expect(
      await read(signEnvelope({ ...confirmation(), TopicArn: topic, SubscribeURL }), { topic })
    ).toStrictEqual({ _tag: "Confirm", url: SubscribeURL })
  })
})
