import {
  createTestTelemark,
  startWebhookPeer,
  type TestTelemark,
  type WebhookPeer
} from "@telemark/testing"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it, onTestFinished } from "vitest"
import { hour, open, sendTo } from "./support.js"

const peer = async (): Promise<WebhookPeer> => {
  const made = await startWebhookPeer()
  onTestFinished(() => made.close())
  return made
}

const endpointAt = (telemark: TestTelemark, { url }: WebhookPeer) =>
  telemark.webhookEndpoints.create({ url: `${url}/hooks`, events: ["email.sent"] })

describe("webhooks", () => {
  it("are called during deliverDue, and not before", async () => {
    const [receiver, telemark] = [await peer(), await open()]
    await endpointAt(telemark, receiver)
    await sendTo(telemark, "ada@example.com")
    expect(receiver.requests).toEqual([])
    expect((await telemark.deliverDue()).webhooks).toEqual({ taken: 1, failed: 0 })
    expect(JSON.parse(receiver.requests[0]?.body ?? "")).toMatchObject({
      type: "email.sent",
      data: { recipient: "ada@example.com" }
    })
  })

  it("go through their whole retry schedule during advance", async () => {
    const [receiver, telemark] = [await peer(), await open({ now: "2026-01-31T09:00:00Z" })]
    receiver.answer(() => ({ status: 500 }))
    const { id } = await endpointAt(telemark, receiver)
    await sendTo(telemark, "ada@example.com")
    expect((await telemark.advance("24 hours")).webhooks).toEqual({ taken: 0, failed: 7 })
    expect((await telemark.advance("24 hours")).webhooks).toEqual({ taken: 0, failed: 1 })
    expect(receiver.requests).toHaveLength(8)
    const { data } = await telemark.webhookEndpoints.deliveries(id)
    expect(data.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => "failed"))
    const took = Date.parse(data[0]?.created_at ?? "") - Date.parse(data[7]?.created_at ?? "")
    expect(took).toBeGreaterThan(24 * hour)
    expect(took).toBeLessThan(31 * hour)
  })

  it("of many events reach an endpoint that fails first and works later, each once", async () => {
    const [receiver, telemark] = [await peer(), await open()]
    receiver.answer((_, n) => ({ status: n <= 12 ? 503 : 200 }))
    await endpointAt(telemark, receiver)
    for (let n = 0; n < 10; n++) await sendTo(telemark, `ada${String(n)}@example.com`)
    expect((await telemark.advance("1 hour")).webhooks).toEqual({ taken: 10, failed: 12 })
  })

  it("may cause sends, whose mail is there before the receiver answers", async () => {
    const [receiver, telemark] = [
      await peer(),
      await createTestTelemark({ from: "shop@example.com" })
    ]
    onTestFinished(telemark.close)
    await endpointAt(telemark, receiver)
    await sendTo(telemark, "ada@example.com")
    const answered = receiver
      .until(({ requests }) => requests.length === 1)
      .then(() => sendTo(telemark, "support@example.com"))
    await telemark.deliverDue()
    await answered
    await telemark.deliverDue()
    expect(telemark.mailbox.all().map(({ to }) => to)).toEqual([
      "ada@example.com",
      "support@example.com"
    ])
    expect(receiver.requests).toHaveLength(2)
  })

  it("may be answered by a handler that calls deliverDue itself", async () => {
    const telemark = await open()
    const server = createServer(
      (_, response) => void telemark.deliverDue().then(() => response.writeHead(204).end())
    )
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve)
    })
    onTestFinished(() => {
      server.close()
    })
    await telemark.webhookEndpoints.create({
      url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hooks`,
      events: ["email.sent"]
    })
    await sendTo(telemark, "ada@example.com")
    expect((await telemark.deliverDue()).webhooks).toEqual({ taken: 1, failed: 0 })
  })
})
