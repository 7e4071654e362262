import { inspect } from "node:util"
import { describe, expect, it } from "vitest"
import { verifyWebhook, WebhookVerificationFailed } from "../src/index.js"
import {
  body,
  event,
  now,
  otherSecret,
  reasonOf,
  refusal,
  seconds,
  secret,
  serviceHeaders,
  standardHeaders
} from "./support/signing.js"

const options = { now: () => now }
const verify = (headers: Record<string, string | Array<string> | undefined>, sent: string = body) =>
  verifyWebhook(sent, headers, secret, options)

describe("verifyWebhook refuses", () => {
  it("a request without signature headers", async () => {
    const { message, reason } = await refusal(
      verify({ "content-type": "application/json", "webhook-signature": undefined })
    )
    expect(reason).toBe("missing_header")
    expect(message).toContain("neither webhook-signature nor x-service-signature")
  })

  it.each(["webhook-id", "webhook-timestamp"])("webhook-signature without %s", async (name) => {
    const { message, reason } = await refusal(verify({ ...standardHeaders(), [name]: undefined }))
    expect(reason).toBe("missing_header")
    expect(message).toContain(name)
  })

  it.each([
    { "webhook-signature": "" },
    { "webhook-signature": "v1" },
    { "webhook-signature": "v2,AAAA" },
    { "webhook-signature": "AAAA" },
    { "webhook-id": "" },
    { "webhook-id": "a.b" },
    { "webhook-id": "a b" },
    { "webhook-id": "a".repeat(256) },
    { "webhook-timestamp": "" },
    { "webhook-timestamp": "soon" },
    { "webhook-timestamp": "-1" },
    { "webhook-timestamp": "1e9" },
    { "webhook-timestamp": "1800000000.5" },
    { "webhook-timestamp": " 1800000000" },
    { "webhook-timestamp": "2027-01-15T08:00:00Z" },
    { "webhook-id": ["evt_1", "evt_2"] },
    { "Webhook-Signature": "v1,AAAA" }
  ])("the headers of Standard Webhooks with %j", async (change) => {
    expect(await reasonOf(verify({ ...standardHeaders(), ...change }))).toBe("malformed_header")
  })

  it.each([
    "",
    "t=1800000000",
    "v1=00",
    "t=,v1=00",
    "t=soon,v1=00",
    "t=1800000000,t=1800000001,v1=00",
    "1800000000,00"
  ])("x-service-signature: %s", async (header) => {
    expect(await reasonOf(verify({ "x-service-signature": header }))).toBe("malformed_header")
  })

  it.each<readonly [unknown, string]>([
    ["", "empty"],
    ["whsec_", "without a key"],
    [secret.slice("whsec_".length), "without its prefix"],
    [`${secret}\n`, "with a line break"],
    [`"${secret}"`, "in quotation marks"],
    ["whsec_c2hvcnQ=", "too short"],
    [secret.slice(0, -3), "cut off"],
    [secret.toUpperCase(), "in capitals"],
    ["whsec_…", "that stands for one"],
    [[], "none at all"],
    [[secret, ""], "one of several"],
    [undefined, "unset"],
    [[undefined], "one that is unset"],
    [Buffer.from(secret), "as bytes"]
  ])("the secret %j: %s", async (given) => {
    const { message, reason } = await refusal(
      verifyWebhook(body, standardHeaders(), given as string, options)
    )
    expect(reason).toBe("malformed_secret")
    expect(message).toContain("whsec_")
  })

  it.each([
    ["too old", -301, "too old"],
    ["in the future", 301, "in the future"]
  ])("a timestamp %s", async (_, difference, said) => {
    for (const headers of [
      standardHeaders({ at: seconds + difference }),
      serviceHeaders({ at: seconds + difference })
    ]) {
      const { message, reason } = await refusal(verify(headers))
      expect(reason).toBe("expired")
      expect(message).toContain(said)
    }
  })

  it.each([NaN, -1])("every timestamp with a tolerance of %s", async (toleranceSeconds) => {
    expect(
      await reasonOf(
        verifyWebhook(body, standardHeaders(), secret, { ...options, toleranceSeconds })
      )
    ).toBe("expired")
  })

  it("a signature by another secret", async () => {
    expect(await reasonOf(verify(standardHeaders({ secrets: [otherSecret] })))).toBe("mismatch")
    expect(await reasonOf(verify(serviceHeaders({ secrets: [otherSecret] })))).toBe("mismatch")
  })

  it("a body, id or timestamp other than was signed", async () => {
    expect(await reasonOf(verify(standardHeaders(), `${body} `))).toBe("mismatch")
    expect(await reasonOf(verify(serviceHeaders(), JSON.stringify(event, null, 2)))).toBe(
      "mismatch"
    )
    expect(await reasonOf(verify({ ...standardHeaders(), "webhook-id": "evt_other" }))).toBe(
      "mismatch"
    )
    expect(
      await reasonOf(verify({ ...standardHeaders(), "webhook-timestamp": String(seconds + 1) }))
    ).toBe("mismatch")
    const later = serviceHeaders()["x-service-signature"].replace(
      String(seconds),
      String(seconds + 1)
    )
    expect(await reasonOf(verify({ "x-service-signature": later }))).toBe("mismatch")
  })

  it("a signature that is cut off, lengthened or that of the other scheme", async () => {
    const standard = standardHeaders()
    const service = serviceHeaders()["x-service-signature"]
    const hex = service.slice(service.indexOf("v1=") + 3)
    for (const change of [
      "v1,",
      standard["webhook-signature"].slice(0, -1),
      `${standard["webhook-signature"]}=`,
      `v1,${hex}`
    ]) {
      expect(await reasonOf(verify({ ...standard, "webhook-signature": change }))).toBe("mismatch")
    }
    for (const change of [
      service.slice(0, -1),
      `${service}0`,
      `t=${String(seconds)},v1=`,
      `t=${String(seconds)},v1=${hex.toUpperCase()}`
    ]) {
      expect(await reasonOf(verify({ "x-service-signature": change }))).toBe("mismatch")
    }
  })

  it.each([[event], [{ type: "Buffer", data: [1] }], [null], [undefined], [42], [[1, 2]]])(
    "a body that a parser has read already, and says what to do: %j",
    async (given) => {
      const { message, reason } = await refusal(
        verifyWebhook(given as unknown as string, standardHeaders(), secret, options)
      )
      expect(reason).toBe("malformed_body")
      expect(message).toContain("express.raw")
      expect(message).toContain("request.text()")
    }
  )

  it.each([
    "",
    "{",
    "null",
    "[]",
    "42",
    '{"id":1}',
    '{"id":"evt_1","type":"email.sent","created_at":"now","data":null}',
    Buffer.from([0x22, 0xff, 0x22])
  ])("a signed body that is no event: %j", async (sent) => {
    expect(
      await reasonOf(verifyWebhook(sent, standardHeaders({ body: sent }), secret, options))
    ).toBe("malformed_body")
  })

  it("with an error of a distinct type that contains none of the given values", async () => {
    const headers = {
      ...standardHeaders({ secrets: [otherSecret] }),
      "webhook-id": "evt_in-the-header"
    }
    const refusals = await Promise.all([
      refusal(verify(headers)),
      refusal(verify({ ...headers, "webhook-timestamp": "12345" })),
      refusal(verify({ ...headers, "webhook-timestamp": "sometime" })),
      refusal(verifyWebhook(body, headers, "whsec_wrong-secret", options)),
      refusal(verifyWebhook(event as unknown as string, headers, secret, options))
    ])
    expect(refusals.map(({ reason }) => reason)).toEqual([
      "mismatch",
      "expired",
      "malformed_header",
      "malformed_secret",
      "malformed_body"
    ])
    for (const error of refusals) {
      expect(error).toBeInstanceOf(WebhookVerificationFailed)
      expect(error).toBeInstanceOf(Error)
      expect(error).toMatchObject({
        name: "WebhookVerificationFailed",
        _tag: "WebhookVerificationFailed",
        code: "webhook_verification_failed"
      })
      const shown = inspect(error, { depth: 5 })
      for (const part of [
        secret,
        otherSecret,
        "evt_in-the-header",
        "12345",
        "sometime",
        "wrong-secret",
        "ada@example.com",
        headers["webhook-signature"]
      ]) {
        expect(shown).not.toContain(part)
      }
    }
  })
})
