import { EventWebhook } from "@sendgrid/eventwebhook"
import { Webhook } from "standardwebhooks"
import { describe, expect, it } from "vitest"
import { createSign, generateKeyPairSync } from "node:crypto"
import type { FeedbackReading } from "../../src/providers/FeedbackProvider.js"
import { feedbackProviders } from "../../src/reader/layerFeedbackReader.js"
import {
  fixture,
  mailgunBody,
  mailgunKey,
  mailgunSignature,
  mailgunToken,
  now,
  nowSeconds,
  request,
  resendRequest,
  resendSecret,
  sendgridKey,
  sendgridRequest,
  sendgridSignature,
  svixId
} from "./support.js"

const { mailgun, resend, sendgrid } = feedbackProviders
const outcome = async (found: Promise<FeedbackReading>): Promise<string> => {
  const reading = await found
  return reading._tag === "Refused" ? reading.reason : reading._tag
}
const fiveMinutes = 300

/** Seconds from now, and what follows. */
const times = [
  [0, "Events"],
  [-fiveMinutes, "Events"],
  [fiveMinutes, "Events"],
  [-fiveMinutes - 1, "too_old"],
  [fiveMinutes + 1, "too_new"]
] as const

describe("a call of SendGrid", () => {
  const body = fixture("sendgrid", "delivered")
  const given = sendgridRequest(body)
  const signature = given.headers["x-twilio-email-event-webhook-signature"]!
  const read = (headers: Record<string, string | undefined>, changed = body, key = sendgridKey) =>
    outcome(sendgrid.read(request(changed, { ...given.headers, ...headers }), key))
  const signedWith = (signature: string | undefined) => ({
    "x-twilio-email-event-webhook-signature": signature
  })

  it("says the same when it comes again, whatever ids its events have then", async () => {
    const keysOf = async (text: string) => {
      const reading = await sendgrid.read(sendgridRequest(text), sendgridKey)
      return reading._tag === "Events" ? reading.events.map(({ key }) => key) : []
    }
    const again = body.replace(/("sg_event_id": ?)"[^"]*"/g, '$1"another"')
    expect(again).not.toBe(body)
    expect(await keysOf(body)).toHaveLength(1)
    expect(await keysOf(again)).toEqual(await keysOf(body))
    expect(await keysOf(body.replace(/("timestamp": ?)(\d+)/, "$11"))).not.toEqual(
      await keysOf(body)
    )
  })

  it("is taken if SendGrid's own library takes it, and refused if that refuses it", async () => {
    const library = new EventWebhook()
    const key = library.convertPublicKeyToECDSA(sendgridKey)
    const libraryTakes = (text: string, time: string, given: string) =>
      library.verifySignature(key, text, given, time)
    for (let count = 0; count < 5; count++) {
      const fresh = sendgridSignature(body)
      expect(libraryTakes(body, String(nowSeconds), fresh)).toBe(true)
      expect(await read(signedWith(fresh))).toBe("Events")
      expect(libraryTakes(`${body} `, String(nowSeconds), fresh)).toBe(false)
      expect(await read(signedWith(fresh), `${body} `)).toBe("wrong_signature")
      expect(libraryTakes(body, String(nowSeconds + 1), fresh)).toBe(false)
      expect(
        await read({
          ...signedWith(fresh),
          "x-twilio-email-event-webhook-timestamp": String(nowSeconds + 1)
        })
      ).toBe("wrong_signature")
    }
  })

  it("is refused with another key's signature", async () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" })
    expect(
      await read(
        signedWith(
          createSign("sha256").update(String(nowSeconds)).update(body).sign(privateKey, "base64")
        )
      )
    ).toBe("wrong_signature")
  })

  it.each([
    ["cut", signature.slice(0, -4)],
    ["empty DER", "MAYCAQACAQA="],
    ["no base64", "%%%%"],
    ["zeros", Buffer.alloc(70).toString("base64")],
    ["in URL form", signature.replace(/.$/, "-")],
    ["with white space", ` ${signature}`]
  ])("is refused with a signature that is %s", async (_, wrong) =>
    expect(await read(signedWith(wrong))).toBe("wrong_signature")
  )

  it.each(["signature", "timestamp"])("is refused without its %s", async (name) => {
    expect(await read({ [`x-twilio-email-event-webhook-${name}`]: undefined })).toBe(
      "missing_signature"
    )
    expect(await read({ [`x-twilio-email-event-webhook-${name}`]: "" })).toBe("missing_signature")
  })

  it.each(times)("signed %d seconds from now ends with %s", async (seconds, expected) => {
    expect(
      await outcome(sendgrid.read(sendgridRequest(body, String(nowSeconds + seconds)), sendgridKey))
    ).toBe(expected)
  })

  it("is refused if its signed time is no number", async () => {
    for (const time of ["soon", "1e9", "-1", "1795161605.5", " 1795161605"]) {
      expect(await outcome(sendgrid.read(sendgridRequest(body, time), sendgridKey))).toBe(
        "wrong_signature"
      )
    }
  })

  it("is refused without a usable key", async () => {
    const otherCurve = generateKeyPairSync("ec", { namedCurve: "secp384r1" })
      .publicKey.export({ format: "der", type: "spki" })
      .toString("base64")
    for (const key of ["", "key", sendgridKey.slice(4), otherCurve])
      expect(await read({}, body, key)).toBe("missing_credential")
  })
})

describe("a call of Mailgun", () => {
  const event = fixture("mailgun", "delivered")
  const read = (body: string, key = mailgunKey) => outcome(mailgun.read(request(body), key))
  const signed = (signature: object) =>
    JSON.stringify({ ...(JSON.parse(event) as object), signature })
  const time = String(nowSeconds)

  it("is taken with the HMAC of its time and token", async () => {
    expect(await mailgun.read(request(mailgunBody(event)), mailgunKey)).toMatchObject({
      _tag: "Events"
    })
    expect(
      await mailgun.read(request(mailgunBody(fixture("mailgun", "accepted"))), mailgunKey)
    ).toMatchObject({ _tag: "Nothing" })
  })

  it("names its token, to be remembered for as long as its time is accepted anywhere", async () => {
    for (const name of ["delivered", "accepted"]) {
      const body = Buffer.from(mailgunBody(fixture("mailgun", name)))
      const reading = await mailgun.read(request(body), mailgunKey)
      const until = "signed" in reading ? reading.signed.until : 0
      expect(reading).toMatchObject({ signed: { token: mailgunToken } })
      // Another process's clock may be five minutes behind.
      expect(
        await outcome(mailgun.read({ headers: {}, body, now: until - 5 * 60_000 + 1 }, mailgunKey))
      ).toBe("too_old")
    }
  })

  it.each([
    ["of another key", mailgunSignature(time, mailgunToken, "key-another-0123456789")],
    ["of another token", mailgunSignature(time, "another-token")],
    ["of another time", mailgunSignature(String(nowSeconds - 1))],
    ["that is cut", mailgunSignature(time).slice(0, -1)],
    ["in upper case", mailgunSignature(time).toUpperCase()],
    ["that is no digest", "x"]
  ])("is refused with a signature %s", async (_, signature) => {
    expect(await read(signed({ timestamp: time, token: mailgunToken, signature }))).toBe(
      "wrong_signature"
    )
  })

  it("is refused without time, token or signature", async () => {
    const complete = { timestamp: time, token: mailgunToken, signature: mailgunSignature(time) }
    for (const name of Object.keys(complete))
      expect(await read(signed({ ...complete, [name]: undefined }))).toBe("missing_signature")
    expect(await read(JSON.stringify({ "event-data": {} }))).toBe("missing_signature")
  })

  it("may have its time as a number", async () => {
    expect(
      await read(
        signed({ timestamp: nowSeconds, token: mailgunToken, signature: mailgunSignature(time) })
      )
    ).toBe("Events")
  })

  // Mailgun repeats a call for 8 hours, with the signature of the first try.
  it.each([
    [0, "Events"],
    [-8 * 3600, "Events"],
    [-12 * 3600, "Events"],
    [fiveMinutes, "Events"],
    [-12 * 3600 - 1, "too_old"],
    [fiveMinutes + 1, "too_new"]
  ])("signed %d seconds from now ends with %s", async (seconds, expected) => {
    expect(await read(mailgunBody(event, { time: String(nowSeconds + seconds) }))).toBe(expected)
  })

  it("is refused without a usable key", async () => {
    for (const key of ["", "short", "with space 0123456789"])
      expect(await read(mailgunBody(event), key)).toBe("missing_credential")
  })
})

describe("a call of Resend", () => {
  const body = fixture("resend", "delivered")
  const given = resendRequest(body)
  const read = (
    headers: Record<string, string | undefined>,
    changed = body,
    secret = resendSecret
  ) => outcome(resend.read(request(changed, { ...given.headers, ...headers }), secret))
  const signature = given.headers["svix-signature"]!
  const anothers = new Webhook(`whsec_${Buffer.alloc(32, 7).toString("base64")}`).sign(
    svixId,
    new Date(now),
    body
  )

  it("is taken as Standard Webhooks' library signs it", async () => {
    expect(signature).toMatch(/^v1,/)
    expect(await read({})).toBe("Events")
  })

  it("is taken if one of several signatures is right", async () => {
    expect(await read({ "svix-signature": `${anothers} v1a,unknown ${signature}` })).toBe("Events")
    expect(
      await read({
        "svix-signature": `${anothers} v1a,${signature.slice(3)} v2,${signature.slice(3)}`
      })
    ).toBe("wrong_signature")
  })

  it.each([
    ["another secret's", anothers],
    ["cut", signature.slice(0, -1)],
    ["without its version", signature.slice(3)],
    ["empty", "v1,"],
    ["the 17th", `${"v1,x ".repeat(16)}${signature}`]
  ])("is refused with a signature that is %s", async (_, wrong) =>
    expect(await read({ "svix-signature": wrong })).toBe("wrong_signature")
  )

  it("is refused with another body, id or time", async () => {
    expect(await read({}, `${body} `)).toBe("wrong_signature")
    expect(await read({ "svix-id": "msg_another" })).toBe("wrong_signature")
    expect(await read({ "svix-timestamp": String(nowSeconds + 1) })).toBe("wrong_signature")
  })

  it.each(["svix-id", "svix-timestamp", "svix-signature"])(
    "is refused without %s",
    async (name) => {
      expect(await read({ [name]: undefined })).toBe("missing_signature")
    }
  )

  it.each(times)("signed %d seconds from now ends with %s", async (seconds, expected) => {
    expect(
      await outcome(resend.read(resendRequest(body, now + seconds * 1000), resendSecret))
    ).toBe(expected)
  })

  it("is refused without a usable secret", async () => {
    for (const secret of ["", "whsec_", "whsec_c2hvcnQ=", resendSecret.slice(6)])
      expect(await read({}, body, secret)).toBe("missing_credential")
  })
})
