import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { startWebhookPeer, type WebhookPeer } from "@telemark/testing"
import { createElement } from "react"
import { Resend } from "resend"
import { createTelemark, type Mount, type Telemark } from "telemark"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"

let peer: WebhookPeer
let telemark: Telemark
let server: Server
let key: string

const urlOf = (path: string): string =>
  `http://127.0.0.1:${String((server.address() as AddressInfo).port)}${path}`

const clientAt = (path: string): Resend => new Resend(key, { baseUrl: urlOf(path) })

const dataOf = <Data>(answer: { readonly data: Data | null; readonly error: unknown }): Data => {
  expect(answer.error).toBeNull()
  return answer.data as Data
}

beforeAll(async () => {
  peer = await startWebhookPeer()
  telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: capture(),
    allowNetworks: ["127.0.0.1/32"]
  })
  key = (
    await telemark.apiKeys.create({
      name: "An application",
      scopes: ["email:send", "email:read", "webhook:write", "webhook:read"]
    })
  ).key
  const at = telemark.resend.at("/mail/api")
  server = createServer((request, response) => {
    const { nodeHandler } = request.url?.startsWith("/mail/") === true ? at : telemark.resend
    nodeHandler(request, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await telemark.close()
  await peer.close()
})

const mail = { from: "Shop <shop@example.com>", subject: "Your order", text: "On its way." }

it.each(["", "/resend", "/mail/api"])(
  "an application with Resend's SDK sends one mail to several below '%s'",
  async (path) => {
    await telemark.inbox.clear()
    const { emails } = clientAt(path)
    const to = ["Ada <ada@example.com>", "bob@example.com"]
    const { id } = dataOf(await emails.send({ ...mail, to }))
    await telemark.deliverDue()
    const mails = await telemark.inbox.list()
    expect(mails.map(({ to }) => to).sort()).toEqual(["ada@example.com", "bob@example.com"])
    for (const { id } of mails) {
      const source = Buffer.from((await telemark.inbox.get(id)).source).toString()
      expect(source).toMatch(/^To: Ada <ada@example\.com>,\s+bob@example\.com\r?$/m)
      expect(source).not.toMatch(/^Cc:/im)
    }
    expect(dataOf(await emails.get(id)).last_event).toBe("sent")
  }
)

it("fetch handlers take the same paths", async () => {
  const json = JSON.stringify({ ...mail, to: "ada@example.com" })
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const ask = (path: string, at: Mount = telemark.resend) =>
    at.fetch(
      new Request(`https://example.com${path}/emails`, { method: "POST", headers, body: json })
    )
  expect((await ask("")).status).toBe(200)
  expect((await ask("/resend")).status).toBe(200)
  expect((await ask("/other", telemark.resend.at("/other"))).status).toBe(200)
  expect((await ask("/elsewhere", telemark.resend.at("/other"))).status).toBe(404)
})

it("renders React elements, as the SDK does with react-email's renderer", async () => {
  await telemark.inbox.clear()
  const react = createElement("p", null, "Hello, Ada")
  dataOf(
    await clientAt("").emails.send({ from: mail.from, to: "ada@example.com", subject: "Hi", react })
  )
  await telemark.deliverDue()
  const [{ id } = { id: "" }] = await telemark.inbox.list()
  expect((await telemark.inbox.get(id)).html).toContain("<p>Hello, Ada</p>")
})

it("posts events in Resend's form, which its SDK verifies, and names the whole send", async () => {
  const { emails, webhooks } = clientAt("")
  const made = dataOf(
    await webhooks.create({
      endpoint: `${peer.url}/hooks`,
      events: ["email.sent", "email.delivery_delayed"]
    })
  )
  const shown = dataOf(await webhooks.get(made.id))
  expect(shown).toMatchObject({
    status: "enabled",
    endpoint: `${peer.url}/hooks`,
    events: ["email.sent", "email.delivery_delayed"]
  })
  const to = ["ada@example.com", "bob@example.com"]
  const tags = [{ name: "order", value: "1042" }]
  const { id } = dataOf(await emails.send({ ...mail, to, tags }))
  const before = peer.requests.length
  await telemark.deliverDue()
  const worker = telemark.startWorker()
  await expect.poll(() => peer.requests.length - before).toBe(2)
  await worker.close()
  const posted = peer.requests.slice(before).map(({ body, headers }) => {
    const header = (name: string): string => headers[name] ?? ""
    expect(header("webhook-signature")).toBe(header("svix-signature"))
    return webhooks.verify({
      payload: body,
      headers: {
        id: header("svix-id"),
        timestamp: header("svix-timestamp"),
        signature: header("svix-signature")
      },
      webhookSecret: made.signing_secret
    })
  })
  expect(posted).toMatchObject(
    to.map(() => ({
      type: "email.sent",
      created_at: expect.any(String),
      data: {
        email_id: id,
        from: "shop@example.com",
        subject: "Your order",
        tags: { order: "1042" },
        created_at: expect.any(String)
      }
    }))
  )
  expect(posted.flatMap((event) => (event.data as { to: Array<string> }).to).sort()).toEqual(to)

  const [{ id: number } = { id: 0 }] = (await telemark.webhookEndpoints.list()).data
  const [attempt] = (await telemark.webhookEndpoints.deliveries(number)).data
  expect((await telemark.webhookEndpoints.delivery(number, attempt?.id ?? "")).request).toBe(
    peer.requests.find(({ headers }) => headers["svix-id"] === attempt?.event_id)?.body
  )
  await telemark.webhookEndpoints.test(number, { type: "email.deferred" })
  expect(JSON.parse(peer.requests.at(-1)?.body ?? "")).toMatchObject({
    type: "email.delivery_delayed",
    data: { to: ["ada@example.com"], tags: { kind: "sample" } }
  })

  const { signing_secret } = dataOf(await webhooks.rotateSigningSecret(made.id))
  expect(signing_secret).toMatch(/^whsec_/)
  dataOf(await webhooks.update(made.id, { status: "disabled" }))
  expect(dataOf(await webhooks.list()).data).toMatchObject([{ id: made.id, status: "disabled" }])
  expect(dataOf(await webhooks.remove(made.id))).toMatchObject({ deleted: true })
  expect(
    (await webhooks.create({ endpoint: peer.url, events: ["contact.created"] })).error
  ).toMatchObject({
    statusCode: 422,
    message: expect.stringMatching(/^events\.0 must be an event/)
  })
})
