import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import type { FeedbackProviderName } from "@telemark/contract"
import {
  fixture,
  mailgunBody,
  makeCertificate,
  notification,
  nowSeconds,
  sendgridRequest,
  signEnvelope,
  topicArn
} from "../Providers/support.js"
import { type Call, type Hooks, startHooks } from "./hookService.js"
import { about, signedCall } from "./signedCall.js"

const otherKey = (await makeCertificate()).key

describe("a provider's call", () => {
  let hooks: Hooks
  beforeAll(async () => {
    hooks = await startHooks()
  })
  afterAll(() => hooks.close())

  /** For what the clock is advanced. */
  const ownHooks = async () => {
    const own = await startHooks()
    onTestFinished(() => own.close())
    return own
  }
  const account = async (provider: FeedbackProviderName, at = hooks) => {
    const tenant = await at.newTenant()
    const id = await at.send(tenant)
    const made = await at.newSource(tenant.id, provider)
    return { tenant, id, made, post: (call: Call) => at.call("POST", made.url, call) }
  }
  const untouched = { status: "sent", events: ["email.sent"], suppressed: null }
  const refusal = (reason: string) => ({
    status: 403,
    text: expect.stringContaining(`"details":{"reason":"${reason}"}`) as unknown
  })

  const forged: ReadonlyArray<
    readonly [FeedbackProviderName, string, string, (body: string) => Call]
  > = [
    [
      "ses",
      "another key",
      "wrong_signature",
      (body) => ({ body: signEnvelope(notification(body), "2", otherKey) })
    ],
    [
      "ses",
      "another topic",
      "wrong_topic",
      (body) => ({ body: signEnvelope({ ...notification(body), TopicArn: `${topicArn}-2` }) })
    ],
    [
      "ses",
      "no signature",
      "missing_signature",
      (body) => ({
        body: signEnvelope(notification(body)).replace(/"Signature":"[^"]*"/, '"Signature":""')
      })
    ],
    [
      "sendgrid",
      "another body",
      "wrong_signature",
      (body) => ({ body, headers: sendgridRequest(`${body} `).headers })
    ],
    ["sendgrid", "no signature", "missing_signature", (body) => ({ body })],
    [
      "sendgrid",
      "an old time",
      "too_old",
      (body) => ({ body, headers: sendgridRequest(body, String(nowSeconds - 301)).headers })
    ],
    [
      "mailgun",
      "another signature",
      "wrong_signature",
      (body) => ({
        body: mailgunBody(body).replace(
          /"signature":"[0-9a-f]{64}"/,
          `"signature":"${"0".repeat(64)}"`
        )
      })
    ],
    [
      "mailgun",
      "a future time",
      "too_new",
      (body) => ({ body: mailgunBody(body, { time: String(nowSeconds + 301) }) })
    ],
    [
      "resend",
      "another id",
      "wrong_signature",
      (body) => ({
        body,
        headers: { ...signedCall("resend", body).headers, "svix-id": "msg_other" }
      })
    ],
    ["resend", "no signature", "missing_signature", (body) => ({ body })]
  ]

  it.each(forged)(
    "of %s with %s is refused, changes nothing, and is shown at its source: %s",
    async (provider, _, reason, callWith) => {
      const { id, made, post, tenant } = await account(provider)
      const name =
        provider === "sendgrid" || provider === "resend"
          ? "delivered"
          : provider === "mailgun"
            ? "failedPermanent"
            : "bouncePermanentGeneral"
      expect(await post(callWith(about(id, fixture(provider, name))))).toMatchObject(
        refusal(reason)
      )
      expect(await hooks.state(tenant, id)).toStrictEqual(untouched)
      expect(await hooks.source(tenant.id, made.id)).toMatchObject({
        last_called_at: null,
        last_refused_at: "2026-11-20T08:01:00.000Z",
        last_refused_reason: reason,
        last_refused_message: expect.any(String) as unknown
      })
    }
  )

  it.each(["ses", "sendgrid", "mailgun", "resend"] as const)(
    "of %s is refused until its source has a credential",
    async (provider) => {
      const tenant = await hooks.newTenant()
      const { needs_credential, url } = await hooks.newSource(tenant.id, provider, "")
      const before = hooks.sns.connections.length
      expect(needs_credential).toBe(true)
      expect(await hooks.call("POST", url, signedCall(provider, "{}"))).toMatchObject(
        refusal("missing_credential")
      )
      expect(hooks.sns.connections).toHaveLength(before)
    }
  )

  it("that isn't what its provider sends is malformed", async () => {
    const { post } = await account("postmark")
    for (const body of ["", "x", "null", "{}", "\u0000", new Uint8Array([0xff, 0xfe])]) {
      expect(await post({ body })).toMatchObject({
        status: 400,
        text: expect.stringContaining("Validation failed") as unknown
      })
    }
  })

  it("over 5 MiB is refused, whether or not it says its length, as one with too many events is", async () => {
    const hooks = await ownHooks()
    const { made, post, tenant } = await account("sparkpost", hooks)
    const tooLarge = new Uint8Array(5 * 1024 * 1024 + 1).fill(0x20)
    expect(await post({ body: tooLarge })).toMatchObject({ status: 413 })
    expect(await hooks.source(tenant.id, made.id)).toMatchObject({
      last_refused_reason: "too_large"
    })
    hooks.time.now += 10_000
    expect(await post({ body: `[${"{},".repeat(1000)}{}]` })).toMatchObject({ status: 413 })
    expect(await hooks.source(tenant.id, made.id)).toMatchObject({
      last_refused_reason: "too_many_events"
    })
    expect(await post({ body: tooLarge.subarray(1) })).toMatchObject({ status: 400 })
  })

  it("with more in it than can be read without blocking the process is refused", async () => {
    const { made, post, tenant } = await account("sparkpost")
    for (const body of [
      `{"a":[${"[],".repeat(1_700_000)}1]}`,
      `{"a":[${'{"a":1},'.repeat(550_000)}1]}`,
      "[".repeat(100_000)
    ]) {
      expect(await post({ body })).toMatchObject({
        status: 400,
        text: expect.stringMatching(/must have at most|must not nest/) as unknown
      })
      expect(await hooks.source(tenant.id, made.id)).toMatchObject({
        last_refused_reason: "malformed"
      })
    }
  })

  it("finds nothing under another secret, another provider or an unknown one", async () => {
    const { made } = await account("postmark")
    const { secret, url } = made
    const others = [
      url.replace("postmark", "brevo"),
      url.replace("postmark", "unknown"),
      `${url}x`,
      url.slice(0, -1),
      url.toUpperCase(),
      url.replace("/hooks/", "/hooks//"),
      `${url}//`,
      url.replace(secret, "x".repeat(43)),
      url.replace(secret, encodeURIComponent("\u0000")),
      url.replace(secret, "x".repeat(300))
    ]
    for (const path of others) {
      for (const method of ["GET", "POST"]) {
        const { status, text } = await hooks.call(
          method,
          path,
          method === "POST" ? { body: "{}" } : {}
        )
        expect([path, method, status]).toEqual([path, method, 404])
        expect(text).not.toContain(secret)
      }
    }
  })

  it("may be tried with GET and HEAD, and with no other method", async () => {
    const {
      made: { url }
    } = await account("mailjet")
    expect(await hooks.call("GET", url)).toMatchObject({ status: 200, text: '{"status":"ok"}' })
    expect(await hooks.call("HEAD", url)).toMatchObject({ status: 200, text: "" })
    const put = await hooks.call("PUT", url, { body: "{}" })
    expect([put.status, put.headers.get("allow"), put.headers.get("cache-control")]).toEqual([
      405,
      "GET, HEAD, POST",
      "no-store"
    ])
  })

  it("is noted once a minute, and a refusal once in ten seconds", async () => {
    const hooks = await ownHooks()
    const { id, made, post, tenant } = await account("postmark", hooks)
    const delivery = { body: about(id, fixture("postmark", "delivery")) }
    const at = async () => {
      const { last_called_at, last_refused_at } = await hooks.source(tenant.id, made.id)
      return [last_called_at, last_refused_at].map((time) => time?.slice(14, 19) ?? null)
    }
    await post(delivery)
    await post({ body: "x" })
    expect(await at()).toEqual(["01:00", "01:00"])
    hooks.time.now += 9_999
    await post(delivery)
    await post({ body: "x" })
    expect(await at()).toEqual(["01:00", "01:00"])
    hooks.time.now += 1
    await post({ body: "x" })
    expect(await at()).toEqual(["01:00", "01:10"])
    hooks.time.now += 50_000
    await post(delivery)
    expect(await at()).toEqual(["02:00", "01:10"])
  })
})
