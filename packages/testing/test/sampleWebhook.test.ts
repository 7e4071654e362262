import { verifyWebhook, webhookEventTypes } from "@telemark/client"
import { sampleWebhook, startWebhookPeer, webhookSecret } from "@telemark/testing"
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { Webhook } from "standardwebhooks"
import { createTelemark } from "telemark"
import { describe, expect, expectTypeOf, it } from "vitest"

const secret = webhookSecret()

describe("a sample webhook", () => {
  it.each(webhookEventTypes)(
    "of %s is accepted by verifyWebhook and by Standard Webhooks",
    async (type) => {
      const { body, event, headers } = sampleWebhook(type, { secret })
      expect(await verifyWebhook(body, headers, secret)).toEqual(event)
      expect(new Webhook(secret).verify(body, headers)).toEqual(event)
      expect(event.type).toBe(type)
    }
  )

  it("has Telemark's own signature too", async () => {
    const { body, event, headers } = sampleWebhook("email.sent", { secret })
    const { "x-service-signature": own = "" } = headers
    expect(await verifyWebhook(body, { "x-service-signature": own }, secret)).toEqual(event)
  })

  it("has the values that the test gives, and made-up values for the others", () => {
    const { event } = sampleWebhook("email.bounced", {
      secret,
      id: "evt_1",
      data: { recipient: "grace@example.com", tags: { order: "7" } }
    })
    expect(event).toMatchObject({
      id: "evt_1",
      data: {
        recipient: "grace@example.com",
        tags: { order: "7" },
        status: "bounced",
        smtp_response: expect.stringMatching(/^550/) as unknown
      }
    })
    expectTypeOf(event.type).toEqualTypeOf<"email.bounced">()
  })

  it("is another event each time", () => {
    const ids = [1, 2].map(() => sampleWebhook("email.sent", { secret }).event)
    expect(new Set(ids.flatMap(({ data, id }) => [id, data.email_id])).size).toBe(4)
  })

  it("is signed by each of several secrets, as while one is rotated", async () => {
    const former = webhookSecret()
    const { body, event, headers } = sampleWebhook("email.sent", { secret: [secret, former] })
    for (const either of [secret, former]) {
      expect(await verifyWebhook(body, headers, either)).toEqual(event)
      expect(new Webhook(either).verify(body, headers)).toEqual(event)
    }
  })

  it("with another secret, an old timestamp or a changed body is refused", async () => {
    const stranger = sampleWebhook("email.sent", { secret: webhookSecret() })
    await expect(verifyWebhook(stranger.body, stranger.headers, secret)).rejects.toMatchObject({
      reason: "mismatch"
    })
    const old = sampleWebhook("email.sent", { secret, at: Date.now() - 10 * 60_000 })
    await expect(verifyWebhook(old.body, old.headers, secret)).rejects.toMatchObject({
      reason: "expired"
    })
    expect(() => new Webhook(secret).verify(old.body, old.headers)).toThrow("timestamp")
    const { body, headers } = sampleWebhook("email.sent", { secret })
    await expect(verifyWebhook(`${body} `, headers, secret)).rejects.toMatchObject({
      reason: "mismatch"
    })
  })

  it("happens at the time that the test gives", async () => {
    const at = new Date("2026-01-02T03:04:05.678Z")
    const { body, event, headers } = sampleWebhook("email.deferred", { secret, at })
    expect(event.created_at).toBe("2026-01-02T03:04:05.678Z")
    expect(await verifyWebhook(body, headers, secret, { now: () => at.getTime() })).toEqual(event)
  })

  it.each([
    ["nothing", []],
    ["no secret at all", "secret"],
    ["one without its end", secret.slice(0, -1)]
  ])("isn't made with %s", (_, given) => {
    expect(() => sampleWebhook("email.sent", { secret: given })).toThrow(TypeError)
  })

  it("has the same header fields as a real one", async () => {
    await using peer = await startWebhookPeer()
    await using telemark = await createTelemark({
      storage: sqlite({ filename: ":memory:" }),
      transport: capture(),
      from: "shop@example.com",
      allowNetworks: ["127.0.0.1/32"],
      logLevel: "None"
    })
    const created = await telemark.webhookEndpoints.create({
      url: peer.url,
      events: ["email.sent"]
    })
    await telemark.webhookEndpoints.test(created.id)
    const [real] = peer.requests
    const ofTheConnection = new Set(["host", "connection", "content-length", "transfer-encoding"])
    const { body, headers } = sampleWebhook("email.sent", { secret })
    expect(Object.keys(headers).toSorted()).toEqual(
      Object.keys(real?.headers ?? {})
        .filter((name) => !ofTheConnection.has(name))
        .toSorted()
    )
    expect(headers).toMatchObject({
      "content-type": real?.headers["content-type"],
      "user-agent": real?.headers["user-agent"]
    })
    const data = (text = "{}") => Object.keys((JSON.parse(text) as { readonly data: object }).data)
    expect(data(body)).toEqual(data(real?.body))
  })
})
