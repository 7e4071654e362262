import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Service, startService } from "./support/service.js"
import { hosts, notFound, outcome, refusedAt } from "./support/webhooks.js"

const topicArn = "arn:aws:sns:eu-west-1:123456789012:mail-feedback"
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown
const sourceId = expect.stringMatching(/^fsrc_[0-9a-f]{32}$/) as unknown

interface Created {
  readonly id: string
  readonly url: string
  readonly secret: string
}

describe.each(hosts)("sources of feedback behind %s", (_, options) => {
  let service: Service
  beforeAll(async () => {
    service = await startService({
      ...options,
      publicUrl: "https://mail.example.com/api/",
      trailingSlash: true
    })
  })
  afterAll(() => service.close())

  const account = async () => {
    const {
      key: { key },
      tenant
    } = await service.newAccount()
    const call = (method: string, path: string, json?: unknown) =>
      service.call(method, `/v1${path}`, { key, ...(json === undefined ? {} : { json }) })
    const create = async (json: object) =>
      (await call("POST", "/feedback-sources", json)).json as Created
    return { call, create, tenant }
  }

  it("are created with the address to enter and what to do at the provider, and shown without their secrets from then on", async () => {
    const { call } = await account()
    const { headers, json, status } = await call("POST", "/feedback-sources", {
      provider: "ses",
      credential: topicArn
    })
    const { id, secret } = json as Created
    expect([status, headers.get("cache-control")]).toEqual([201, "no-store"])
    expect(secret).toMatch(/^[\w-]{43}$/)
    const shared = {
      id: sourceId,
      provider: "ses",
      has_credential: true,
      needs_credential: false,
      created_at: instant
    }
    expect(json).toEqual({
      ...shared,
      secret,
      url: `https://mail.example.com/api/hooks/ses/${secret}/`,
      warning: expect.any(String) as unknown,
      instructions: {
        title: "Amazon SES",
        steps: expect.arrayContaining([expect.stringContaining("configuration set")]) as unknown,
        events: expect.arrayContaining(["Bounce", "Complaint"]) as unknown,
        credential: expect.stringContaining("arn:aws:sns:") as unknown
      }
    })
    const shown = {
      ...shared,
      last_called_at: null,
      last_refused_at: null,
      last_refused_reason: null,
      last_refused_message: null
    }
    expect(outcome(await call("GET", `/feedback-sources/${id}`))).toEqual([200, shown])
    const list = await call("GET", "/feedback-sources")
    expect(list.json).toEqual({ data: [shown] })
    expect(list.text).not.toContain(secret)
    expect(list.text).not.toContain(topicArn)
  })

  it("say why their calls are refused, until they get their credential", async () => {
    const { call, create } = await account()
    const { id, secret } = await create({ provider: "resend" })
    expect((await call("GET", `/feedback-sources/${id}`)).json).toMatchObject({
      has_credential: false,
      needs_credential: true
    })
    expect((await service.call("POST", `/hooks/resend/${secret}/`, { json: {} })).status).toBe(403)
    expect((await call("GET", `/feedback-sources/${id}`)).json).toMatchObject({
      last_refused_at: instant,
      last_refused_reason: "missing_credential",
      last_refused_message: expect.stringContaining("credential") as unknown
    })
    const credential = `whsec_${Buffer.alloc(24).toString("base64")}`
    const changed = await call("PATCH", `/feedback-sources/${id}`, { credential })
    expect(outcome(changed)).toMatchObject([
      200,
      { id, has_credential: true, needs_credential: false }
    ])
    expect(changed.text).not.toContain("whsec_")
  })

  it("take no other credential than the provider's, whose value isn't repeated", async () => {
    const { call, create } = await account()
    for (const provider of ["ses", "sendgrid", "resend"]) {
      const answer = await call("POST", "/feedback-sources", {
        provider,
        credential: "hunter2 hunter2"
      })
      expect(outcome(answer)).toEqual(refusedAt("credential"))
      expect(answer.text).not.toContain("hunter2")
    }
    for (const provider of ["postmark", "brevo", "mailjet", "sparkpost"]) {
      expect(
        outcome(await call("POST", "/feedback-sources", { provider, credential: topicArn }))
      ).toEqual(refusedAt("credential"))
    }
    const { id } = await create({ provider: "mailgun" })
    expect(
      outcome(await call("PATCH", `/feedback-sources/${id}`, { credential: "short" }))
    ).toEqual(refusedAt("credential"))
    expect(outcome(await call("PATCH", `/feedback-sources/${id}`, {}))).toEqual(
      refusedAt("credential")
    )
    expect(outcome(await call("POST", "/feedback-sources", { provider: "gmail" }))).toEqual(
      refusedAt("provider")
    )
    expect(
      outcome(
        await call("POST", "/feedback-sources", { provider: "ses", credential: "x".repeat(2049) })
      )
    ).toEqual(refusedAt("credential"))
  })

  it("are another tenant's as if they weren't there, and answer 404 once they are removed", async () => {
    const [ours, theirs] = [await account(), await account()]
    const { id, secret } = await ours.create({ provider: "postmark" })
    for (const other of [
      `/feedback-sources/${id}`,
      "/feedback-sources/fsrc_x",
      "/feedback-sources/1"
    ]) {
      expect(outcome(await theirs.call("GET", other))).toEqual(notFound)
      expect(outcome(await theirs.call("PATCH", other, { credential: "x" }))).toEqual(notFound)
      expect(outcome(await theirs.call("DELETE", other))).toEqual(notFound)
    }
    expect((await theirs.call("GET", "/feedback-sources")).json).toEqual({ data: [] })
    expect((await service.call("GET", `/hooks/postmark/${secret}`)).status).toBe(200)
    expect(outcome(await ours.call("DELETE", `/feedback-sources/${id}`))).toEqual([
      200,
      { success: true }
    ])
    expect((await service.call("GET", `/hooks/postmark/${secret}`)).status).toBe(404)
    expect(outcome(await ours.call("DELETE", `/feedback-sources/${id}`))).toEqual(notFound)
  })

  it("are at most 20 of a tenant, however many are created at once", async () => {
    const { call } = await account()
    const made = await Promise.all(
      Array.from({ length: 25 }, () => call("POST", "/feedback-sources", { provider: "brevo" }))
    )
    expect(made.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(20).fill(201),
      ...Array<number>(5).fill(400)
    ])
    expect(made.filter(({ status }) => status === 400).map(outcome)[0]).toEqual(refusedAt("body"))
  })

  it("are read with feedback:read and written with feedback:write", async () => {
    const { tenant } = await account()
    const reader = (await service.newKey(tenant, ["feedback:read"])).key
    const writer = (await service.newKey(tenant, ["feedback:write"])).key
    expect((await service.call("GET", "/v1/feedback-sources", { key: reader })).status).toBe(200)
    expect(
      (
        await service.call("POST", "/v1/feedback-sources", {
          key: reader,
          json: { provider: "brevo" }
        })
      ).status
    ).toBe(403)
    expect((await service.call("GET", "/v1/feedback-sources", { key: writer })).status).toBe(403)
    expect(
      (
        await service.call("POST", "/v1/feedback-sources", {
          key: writer,
          json: { provider: "brevo" }
        })
      ).status
    ).toBe(201)
  })

  it("record what their provider reports", async () => {
    const { call, create } = await account()
    const { json } = await call("POST", "/emails/send", {
      to: "ada@example.com",
      subject: "Hello",
      text: "x"
    })
    const { id } = (json as { queued: ReadonlyArray<{ id: string }> }).queued[0] ?? { id: "" }
    const { id: source, secret } = await create({ provider: "postmark" })
    const event = {
      RecordType: "Delivery",
      Metadata: { "telemark-id": id },
      Recipient: "ada@example.com",
      DeliveredAt: "2026-01-01T00:00:00Z"
    }
    expect((await service.call("POST", `/hooks/postmark/${secret}`, { json: event })).json).toEqual(
      { status: "ok" }
    )
    expect((await call("GET", `/feedback-sources/${source}`)).json).toMatchObject({
      last_called_at: instant,
      last_refused_at: null
    })
  })
})
