import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import {
  certificateAddress,
  confirmation,
  fixture,
  notification,
  signEnvelope,
  subscribeAddress,
  topicArn
} from "../Providers/support.js"
import { type Hooks, startHooks } from "./hookService.js"
import { about, signedCall } from "./signedCall.js"

const file = new URL(certificateAddress).pathname.slice(1)
const query = new URL(subscribeAddress).search

const forgedCertificates = [
  `http://sns.eu-west-1.amazonaws.com/${file}`,
  `https://sns.eu-west-1.amazonaws.com.example.com/${file}`,
  `https://sns.eu-west-1.amazonaws.com:8443/${file}`,
  `https://sns.eu-west-1.amazonaws.com@example.com/${file}`,
  `https://example.com\\@sns.eu-west-1.amazonaws.com/${file}`,
  `https://example.com/sns.eu-west-1.amazonaws.com/${file}`,
  `https://sns.eu-west-1.amazonaws.com/bucket/${file}`,
  `https://sns.bucket.s3.amazonaws.com/${file}`,
  `https://169.254.169.254/${file}`,
  `https://localhost/${file}`,
  `file:///${file}`
]

const forgedConfirmations = [
  `https://example.com/${query}`,
  `https://169.254.169.254/${query}`,
  `https://sns.eu-west-1.amazonaws.com.example.com/${query}`,
  `https://sns.eu-west-1.amazonaws.com/${query.replace("ConfirmSubscription", "Unsubscribe")}`,
  `https://sns.eu-west-1.amazonaws.com:8443/${query}`
]

const open = async () => {
  const hooks = await startHooks()
  const tenant = await hooks.newTenant()
  const body = about(await hooks.send(tenant), fixture("ses", "delivery"))
  const { url } = await hooks.newSource(tenant.id, "ses")
  return { body, hooks, url }
}

describe("a call of Amazon SNS that names what isn't its own", () => {
  let hooks: Hooks
  let url = ""
  let body = ""
  beforeAll(async () => {
    ;({ body, hooks, url } = await open())
  })
  afterAll(() => hooks.close())

  it.each(forgedCertificates)(
    "with a forged certificate address is refused without a connection: %s",
    async (address) => {
      const envelope = JSON.stringify({
        ...(JSON.parse(signEnvelope(notification(body))) as object),
        SigningCertURL: address
      })
      expect(await hooks.call("POST", url, { body: envelope })).toMatchObject({
        status: 403,
        text: expect.stringContaining("wrong_certificate_address") as unknown
      })
      expect(hooks.sns.connections).toEqual([])
    }
  )

  it("confirms nothing if the secret of the address is wrong", async () => {
    expect(
      (await hooks.call("POST", `${url.slice(0, -1)}!`, { body: signEnvelope(confirmation()) }))
        .status
    ).toBe(404)
    expect(hooks.sns.connections).toEqual([])
  })

  // The certificate is fetched for the first of them alone.
  it.each(forgedConfirmations)(
    "with a forged confirmation address confirms nothing: %s",
    async (SubscribeURL) => {
      const call = { body: signEnvelope({ ...confirmation(), SubscribeURL }) }
      expect(await hooks.call("POST", url, call)).toMatchObject({
        status: 403,
        text: expect.stringContaining("wrong_confirmation_address") as unknown
      })
      expect(hooks.sns.asked).toEqual([`GET ${certificateAddress}`])
    }
  )
})

describe("a call of Amazon SNS", () => {
  let hooks: Hooks
  let url = ""
  let body = ""
  beforeEach(async () => {
    ;({ body, hooks, url } = await open())
  })
  afterEach(() => hooks.close())

  const post = async (envelope: string) =>
    (await hooks.call("POST", url, { body: envelope })).status
  const signed = () => signEnvelope(notification(body))

  it("has its certificate fetched once, through the guard, however many calls come at once", async () => {
    expect(await Promise.all([1, 2, 3, 4].map(() => post(signed())))).toEqual([200, 200, 200, 200])
    expect(await post(signed())).toBe(200)
    expect([hooks.sns.connections, hooks.sns.asked]).toEqual([
      ["sns.eu-west-1.amazonaws.com:443"],
      [`GET ${certificateAddress}`]
    ])
  })

  it("of another topic has no certificate fetched", async () => {
    const envelope = JSON.stringify({
      ...(JSON.parse(signed()) as object),
      TopicArn: `${topicArn}-2`
    })
    expect(await post(envelope)).toBe(403)
    expect(hooks.sns.connections).toEqual([])
  })

  it("finds its certificate as before while another tenant names addresses that have none", async () => {
    expect(await post(signed())).toBe(200)
    const other = await hooks.newSource((await hooks.newTenant()).id, "ses")
    hooks.sns.answers.status = 500
    for (let index = 0; index < 40; index++) {
      const hex = index.toString(16).padStart(32, "0")
      const body = JSON.stringify({
        ...(JSON.parse(signed()) as object),
        SigningCertURL: certificateAddress.replace(/[0-9a-f]{32}/, hex)
      })
      expect((await hooks.call("POST", other.url, { body })).status).toBe(503)
    }
    expect(await post(signed())).toBe(200)
    // One is that of the tenant whose call is right.
    expect(hooks.sns.asked).toHaveLength(9)
  })

  it("is put off for as long as the certificate can't be fetched, which is tried again after ten seconds", async () => {
    const { answers, connections } = hooks.sns
    const { pem } = answers
    const bad = [
      { status: 500 },
      { status: 302, headers: { location: certificateAddress } },
      { pem: "no certificate" },
      { pem: `${pem}${" ".repeat(70_000)}` }
    ]
    for (const [index, answer] of bad.entries()) {
      Object.assign(answers, { status: 200, headers: {}, pem }, answer)
      expect(await hooks.call("POST", url, { body: signed() })).toMatchObject({
        status: 503,
        text: expect.stringContaining("certificate") as unknown
      })
      expect(await post(signed())).toBe(503)
      expect(connections).toHaveLength(index + 1)
      hooks.time.now += 10_000
    }
    Object.assign(answers, { status: 200, headers: {}, pem })
    expect(await post(signed())).toBe(200)
  })

  it("has its subscription confirmed by one request to the checked address", async () => {
    expect(await post(signEnvelope(confirmation()))).toBe(200)
    expect(hooks.sns.asked).toEqual([`GET ${certificateAddress}`, `GET ${subscribeAddress}`])
  })

  it("isn't taken as confirmed if Amazon SNS answers otherwise, and no redirect is followed", async () => {
    expect(await post(signed())).toBe(200)
    for (const answer of [
      { status: 500 },
      { status: 302, headers: { location: "https://169.254.169.254/" } }
    ]) {
      Object.assign(hooks.sns.answers, answer)
      expect(await hooks.call("POST", url, { body: signEnvelope(confirmation()) })).toMatchObject({
        status: 503,
        text: expect.stringContaining("confirmed") as unknown
      })
    }
    expect(hooks.sns.asked.slice(1)).toEqual([`GET ${subscribeAddress}`, `GET ${subscribeAddress}`])
  })

  it("is taken from a body that the host has parsed and a type that isn't JSON", async () => {
    expect(await hooks.call("POST", url, signedCall("ses", body))).toMatchObject({ status: 200 })
  })
})
