import { beforeEach, describe, expect, it } from "@effect/vitest"
import { type SmtpPeer, startSmtpPeer } from "@telemark/testing"
import { onTestFinished } from "vitest"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

let own: SmtpPeer
let directory = ""

beforeEach(async () => {
  directory = temporaryDirectory()
  own = await startSmtpPeer({ login: { user: "ada", password: "s3cret" } })
  onTestFinished(() => own.close())
})

const start = (environment: Readonly<Record<string, string>> = {}) =>
  startServing(directory, environment)

const config = () => ({
  provider: "custom",
  host: "127.0.0.1",
  port: own.port,
  username: "ada",
  password: "s3cret",
  tls_required: false
})

const send = {
  to: "grace@example.com",
  from: "ada@fjord.example",
  subject: "Hello",
  text: "It works."
}

const opened = { TELEMARK_ALLOW_NETWORKS: "127.0.0.0/8" }

describe("tenants' own SMTP servers on a server without a relay", () => {
  it("are used, and the banner says so", async () => {
    const server = await start(opened)
    expect(server.banner).toMatch(/Mail +captured, except for tenants with their own SMTP server\n/)
    expect(await server.post("/smtp-config", config())).toMatchObject({
      status: 200,
      body: { success: true }
    })
    expect((await server.post("/emails/send", send)).status).toBe(201)
    await expect.poll(() => own.mails.length).toBe(1)
    expect(own.mails[0]).toMatchObject({ user: "ada", envelope: { to: ["grace@example.com"] } })
    expect(await server.inbox()).toEqual([])
  })

  it("get nothing if capture was requested: nothing leaves the machine, as the banner says", async () => {
    const server = await start({ ...opened, TELEMARK_TRANSPORT: "capture" })
    expect(server.banner).toMatch(/Mail +captured; no mail leaves this machine\n/)
    expect(await server.post("/smtp-config", config())).toMatchObject({ status: 200 })
    expect((await server.post("/emails/send", send)).status).toBe(201)
    await expect.poll(() => server.inbox()).toHaveLength(1)
    expect(own.mails).toEqual([])
  })

  it("can't be inside the network unless TELEMARK_ALLOW_NETWORKS opens it", async () => {
    const server = await start()
    const { body, status } = await server.post("/smtp-config", config())
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        error: "smtp_connection_failed",
        message: expect.stringContaining("TELEMARK_ALLOW_NETWORKS") as unknown,
        details: { stage: "policy" }
      }
    })
    expect(own.connections.total).toBe(0)
  })
})

describe("the sender policy of a server", () => {
  it("refuses senders whose domain the tenant hasn't verified", async () => {
    const server = await start({ TELEMARK_SENDER_POLICY: "verified" })
    expect(await server.post("/emails/send", send)).toMatchObject({
      status: 400,
      body: { details: { from: expect.anything() as unknown } }
    })
    const { from: _, ...senderless } = send
    expect((await server.post("/emails/send", senderless)).status).toBe(201)
  })
})
