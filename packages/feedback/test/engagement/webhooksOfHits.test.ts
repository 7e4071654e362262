import { sqlite } from "@telemark/sqlite"
import { startWebhookPeer } from "@telemark/testing"
import { expect, it, onTestFinished } from "vitest"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { clickOn, openOf, startHost } from "./support/requests.js"

const browser = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
}

it("opens and clicks that a stopped process knew of come to webhooks, each once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-tracking-"))
  const peer = await startWebhookPeer()
  onTestFinished(async () => {
    await peer.close()
    await rm(folder, { recursive: true, force: true })
  })
  const storage = () => sqlite({ filename: join(folder, "mail.db") })

  const before = await startHost("nodeHandler", { storage: storage() })
  await before.telemark.webhookEndpoints.create({
    url: `${peer.url}/hooks`,
    events: ["email.opened", "email.clicked"]
  })
  const {
    queued: [email]
  } = await before.telemark.emails.send({
    from: "shop@example.com",
    to: "ada@example.com",
    subject: "Hello",
    text: "Hello"
  })
  const id = email?.id ?? ""
  await before.telemark.advance("1 hour")
  for (let again = 0; again < 3; again++) {
    expect((await before.ask(`/t/o/${openOf(id)}`, { headers: browser })).status).toBe(200)
    expect(
      (await before.ask(`/t/c/${clickOn("https://shop.example/a", id)}`, { headers: browser }))
        .status
    ).toBe(302)
    expect(
      (
        await before.ask(`/t/c/${clickOn("https://shop.example/a", id)}`, {
          headers: { "user-agent": "curl/8.5.0" }
        })
      ).status
    ).toBe(302)
  }
  await before.close()

  const after = await startHost("webHandler", { storage: storage() })
  await after.telemark.advance("2 hours")
  await after.close()
  const received = peer.requests.map(
    ({ body }) =>
      JSON.parse(body) as {
        readonly type: string
        readonly data: Readonly<Record<string, unknown>>
      }
  )
  expect(
    received.map(({ data, type }) => [type, data["email_id"], data["link"], data["machine"]]).sort()
  ).toEqual([
    ["email.clicked", id, "https://shop.example/a", false],
    ["email.clicked", id, "https://shop.example/a", true],
    ["email.opened", id, undefined, false]
  ])
  expect(received.every(({ data }) => data["status"] === "sent")).toBe(true)
})
