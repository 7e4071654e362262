import { verifyWebhook, type WebhookEvent } from "@telemark/client"
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { startWebhookPeer, type WebhookPeer } from "@telemark/testing"
import { createTelemark, type Telemark } from "telemark"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let peer: WebhookPeer
let telemark: Telemark
let secret: string

beforeAll(async () => {
  peer = await startWebhookPeer()
  telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: capture(),
    from: "Shop <shop@example.com>",
    allowNetworks: ["127.0.0.1/32"],
    logLevel: "None"
  })
  const created = await telemark.webhookEndpoints.create({
    url: peer.url,
    events: [
      "email.sent",
      "email.delivered",
      "email.deferred",
      "email.bounced",
      "email.complained",
      "email.failed"
    ]
  })
  secret = created.secret
  telemark.startWorker()
})

afterAll(async () => {
  await telemark.close()
  await peer.close()
})

const send = async (to: string): Promise<string> => {
  const { queued } = await telemark.emails.send({ to, subject: "Hello", text: "Hello" })
  return queued[0]?.id ?? expect.fail("nothing was queued")
}

/** Every event of these kinds that the endpoint got of a mail, in their order. */
const posted = async (
  id: string,
  ...types: ReadonlyArray<string>
): Promise<ReadonlyArray<WebhookEvent>> => {
  const events = async () => {
    const all = await Promise.all(
      peer.requests.map(({ body, headers }) => verifyWebhook(body, headers, secret))
    )
    return all
      .filter(({ data }) => data.email_id === id)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  }
  await expect.poll(async () => (await events()).map(({ type }) => type)).toEqual(types)
  return events()
}

describe("with the capture transport, mail to", () => {
  it("delivered@telemark.test is sent, then delivered", async () => {
    const id = await send("delivered@telemark.test")
    const [, delivered] = await posted(id, "email.sent", "email.delivered")
    expect(delivered).toMatchObject({
      data: { recipient: "delivered@telemark.test", status: "delivered", error_message: null }
    })
    expect(await telemark.emails.get(id)).toMatchObject({
      status: "delivered",
      attempts: 1,
      smtp_response: "250 2.0.0 captured"
    })
  })

  it("complained@telemark.test is sent, comes back as a complaint, and is suppressed afterwards", async () => {
    const id = await send("complained+shop@telemark.test")
    await posted(id, "email.sent", "email.complained")
    expect((await telemark.emails.get(id)).status).toBe("complained")
    expect(await telemark.suppressions.check("complained+shop@telemark.test")).toMatchObject({
      suppressed: true,
      reason: "complaint"
    })
    expect((await telemark.suppressions.check("complained@telemark.test")).suppressed).toBe(false)
  })

  it("bounced@telemark.test bounces, and the address is suppressed: another one behind a plus isn't", async () => {
    const id = await send("bounced@telemark.test")
    const [bounced] = await posted(id, "email.bounced")
    expect(bounced?.data).toMatchObject({
      status: "bounced",
      smtp_response: expect.stringMatching(/^550 5\.1\.1 /) as unknown
    })
    expect(await telemark.suppressions.check("Bounced@telemark.test")).toMatchObject({
      suppressed: true,
      reason: "bounce"
    })
    await posted(await send("bounced+2@telemark.test"), "email.bounced")
  })

  it("deferred@telemark.test waits for another attempt", async () => {
    const id = await send("deferred@telemark.test")
    const [deferred] = await posted(id, "email.deferred")
    expect(deferred?.data).toMatchObject({
      status: "deferred",
      next_attempt_at: expect.any(String) as unknown
    })
    expect(await telemark.emails.get(id)).toMatchObject({
      status: "deferred",
      smtp_response: expect.stringMatching(/^451 4\.7\.1 /) as unknown
    })
  })
})
