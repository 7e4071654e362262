import { verifyWebhook } from "@telemark/client"
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { startWebhookPeer, type WebhookPeer } from "@telemark/testing"
import { createTelemark, NotFound, type Telemark, ValidationFailed } from "telemark"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let peer: WebhookPeer
let telemark: Telemark

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )

beforeAll(async () => {
  peer = await startWebhookPeer()
  telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: capture(),
    from: "Shop <shop@example.com>",
    allowNetworks: ["127.0.0.1/32"]
  })
  telemark.startWorker()
})

afterAll(async () => {
  await telemark.close()
  await peer.close()
})

describe("webhook endpoints", () => {
  it("are made, tried, shown, changed, replayed to and removed, as over HTTP", async () => {
    const { webhookEndpoints } = telemark
    const { id, secret, ...created } = await webhookEndpoints.create({
      url: `${peer.url}/hooks`,
      events: ["email.sent"]
    })
    expect(secret).toMatch(/^whsec_/)
    expect(created).toMatchObject({
      url: `${peer.url}/hooks`,
      events: ["email.sent"],
      active: true,
      warning: expect.any(String) as unknown
    })
    expect(await webhookEndpoints.test(id)).toMatchObject({
      attempt: 0,
      status: "delivered",
      status_code: 200,
      type: "email.sent"
    })
    expect(await webhookEndpoints.list()).toEqual({ data: [await webhookEndpoints.get(id)] })
    expect(JSON.stringify(await webhookEndpoints.list())).not.toContain("whsec_")

    const { queued } = await telemark.emails.send({ to: "ada@example.com", text: "x" })
    const delivered = async () =>
      (await webhookEndpoints.deliveries(id, { limit: 10 })).data.filter(
        ({ attempt }) => attempt > 0
      )
    await expect.poll(() => delivered()).toMatchObject([{ attempt: 1, status: "delivered" }])
    const { body, headers } = peer.requests.at(-1) ?? expect.fail("nothing was posted")
    const event = await verifyWebhook(body, headers, secret)
    expect(event).toMatchObject({
      type: "email.sent",
      data: { email_id: queued[0]?.id, recipient: "ada@example.com", status: "sent" }
    })

    expect(await webhookEndpoints.replay(id, { event_id: event.id })).toEqual({
      status: "queued",
      events: 1,
      next_since: null
    })
    await expect.poll(() => delivered()).toHaveLength(2)
    expect(peer.requests.at(-1)?.body).toEqual(body)

    const rotated = await webhookEndpoints.rotateSecret(id)
    expect(rotated).toMatchObject({
      id,
      secret: expect.stringMatching(/^whsec_/) as unknown,
      former_secret_until: expect.any(String) as unknown
    })
    await webhookEndpoints.test(id)
    const { body: sample, headers: signed } =
      peer.requests.at(-1) ?? expect.fail("nothing was posted")
    for (const either of [secret, rotated.secret])
      expect(await verifyWebhook(sample, signed, either)).toMatchObject({ type: "email.sent" })

    expect(await webhookEndpoints.update(id, { active: false })).toMatchObject({
      id,
      active: false,
      events: ["email.sent"]
    })
    expect(await webhookEndpoints.remove(id)).toEqual({ success: true })
    for (const look of [
      webhookEndpoints.get,
      webhookEndpoints.remove,
      webhookEndpoints.test,
      webhookEndpoints.rotateSecret
    ]) {
      expect(await rejection(look(id))).toBeInstanceOf(NotFound)
    }
  })

  it("belong to one tenant, and are refused with the original errors", async () => {
    await telemark.tenants.create({ name: "acme" })
    const { id } = await telemark
      .tenant("acme")
      .webhookEndpoints.create({ url: `${peer.url}/acme`, events: ["email.sent"] })
    expect(await rejection(telemark.webhookEndpoints.get(id))).toBeInstanceOf(NotFound)
    expect(await telemark.webhookEndpoints.list()).toEqual({ data: [] })
    const create = (url: string) =>
      rejection(telemark.webhookEndpoints.create({ url, events: ["email.sent"] }))
    for (const url of ["ftp://example.com", "http://10.0.0.1/hooks"]) {
      const error = await create(url)
      expect(error).toBeInstanceOf(ValidationFailed)
      expect(error).toMatchObject({ details: { url: [expect.any(String)] } })
    }
  })
})
