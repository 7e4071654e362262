import { type SmtpPeer, stall, startSmtpPeer } from "@telemark/testing"
import { readFile } from "node:fs/promises"
import { describe, expect, it, onTestFinished } from "vitest"
import { type Client, clientOf } from "./client.js"
import { databases, sqliteUrl } from "./databases.js"
import { makeTenant, startDomainServer } from "./domainServer.js"
import { command, eventually, serve } from "./harness.js"
import { arrivals, sendMany } from "./mails.js"

const login = { user: "acme", password: 'pa"ss\\wörd, mit allem 🔑' }

const startOwnServer = async (
  options: Parameters<typeof startSmtpPeer>[0] = {}
): Promise<SmtpPeer> => {
  const peer = await startSmtpPeer({ login, ...options })
  onTestFinished(() => peer.close())
  return peer
}

const configOf = ({ host, port }: SmtpPeer, provider: string) => ({
  provider,
  host,
  port,
  username: login.user,
  password: login.password,
  tls_required: false
})

const save = async (client: Client, peer: SmtpPeer, provider: string): Promise<void> => {
  const { body, status } = await client.post("/smtp-config", configOf(peer, provider))
  expect([status, body]).toEqual([200, { success: true, provider }])
}

const open = { TELEMARK_ALLOW_NETWORKS: "127.0.0.0/8" }

describe.each(databases)("tenants' own servers on %s", (_, makeUrl) => {
  it("each take their own tenant's mail, all of it, and no other's", async () => {
    const {
      client: platform,
      environment,
      peer,
      server
    } = await startDomainServer(await makeUrl(), open)
    const cli = (...args: ReadonlyArray<string>) => command(args, environment)
    const [acme, bolt] = [
      await makeTenant(cli, server.url, "acme"),
      await makeTenant(cli, server.url, "bolt")
    ]
    const [acmes, bolts] = [await startOwnServer(), await startOwnServer()]
    await save(acme, acmes, "acme")
    await save(bolt, bolts, "bolt")
    const [acmeIds, boltIds, platformIds] = await Promise.all([
      sendMany(acme, 100),
      sendMany(bolt, 100),
      sendMany(platform, 100)
    ])
    await eventually(() => {
      expect([acmes, bolts, peer].map(({ mails }) => mails.length)).toEqual([100, 100, 100])
    })
    expect(new Set(arrivals(acmes).keys())).toEqual(new Set(acmeIds))
    expect(new Set(arrivals(bolts).keys())).toEqual(new Set(boltIds))
    expect(new Set(arrivals(peer).keys())).toEqual(new Set(platformIds))
    expect(acmes.connections.peak).toBeLessThanOrEqual(5)
    await eventually(async () => {
      expect(await acme.email(acmeIds[0] ?? "")).toMatchObject({
        status: "sent",
        smtp_provider: "acme"
      })
    })
  })

  it("that stop or hang delay none of the others", async () => {
    const {
      client: platform,
      environment,
      peer,
      server
    } = await startDomainServer(await makeUrl(), open)
    const cli = (...args: ReadonlyArray<string>) => command(args, environment)
    const [acme, bolt, dead] = await Promise.all(
      ["acme", "bolt", "dead"].map((name) => makeTenant(cli, server.url, name))
    )
    if (acme === undefined || bolt === undefined || dead === undefined)
      throw new Error("no tenants")
    const [acmes, bolts, deads] = [
      await startOwnServer(),
      await startOwnServer(),
      await startOwnServer()
    ]
    await save(acme, acmes, "acme")
    await save(bolt, bolts, "bolt")
    await save(dead, deads, "dead")
    acmes.follow(stall("greeting"), stall("rcpt"), stall("mail"))
    await deads.close()
    // More than a worker has in flight at once.
    const waiting = await sendMany(acme, 120)
    await sendMany(dead, 120)
    const [boltIds, platformIds] = await Promise.all([sendMany(bolt, 60), sendMany(platform, 60)])
    await eventually(() => {
      expect([bolts.mails.length, peer.mails.length]).toEqual([boltIds.length, platformIds.length])
    })
    expect(acmes.mails).toHaveLength(0)
    expect(acmes.connections.peak).toBeLessThanOrEqual(5)
    expect(["queued", "sending", "deferred"]).toContain(
      (await acme.email(waiting.at(-1) ?? "")).status
    )
  })

  it("are tested before they are kept, and their password comes back nowhere", async () => {
    const url = await makeUrl()
    const { client, server } = await startDomainServer(url, open)
    const peer = await startOwnServer()
    const wrong = await client.post("/smtp-config", {
      ...configOf(peer, "sendgrid"),
      password: "wrong-password"
    })
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: "smtp_connection_failed", details: { stage: "auth" } }
    })
    expect(JSON.stringify(wrong.body)).not.toContain("wrong-password")
    expect(await client.get("/smtp-config")).toMatchObject({
      status: 404,
      body: { error: "no_smtp_config" }
    })
    await save(client, peer, "sendgrid")
    const kept = await client.get("/smtp-config")
    expect(kept).toMatchObject({
      status: 200,
      body: { provider: "sendgrid", verified: true, tls_required: false }
    })
    expect(JSON.stringify(kept.body)).not.toMatch(/password|wörd/)
    await peer.close()
    expect((await client.post("/smtp-config/verify", undefined)).body).toMatchObject({
      success: false
    })
    expect(await client.get("/smtp-config")).toMatchObject({ body: { verified: false } })
    expect(await client.remove("/smtp-config")).toMatchObject({
      status: 200,
      body: { success: true }
    })
    expect(await client.remove("/smtp-config")).toMatchObject({ status: 404 })
    expect(server.log()).not.toMatch(/wörd|wrong-password/)
  })
})

describe("capturing", () => {
  it("chosen explicitly lets nothing leave the machine, not even to tenants' own servers", async () => {
    const server = await serve({
      TELEMARK_DATABASE_URL: await sqliteUrl(),
      TELEMARK_TRANSPORT: "capture",
      ...open
    })
    const client = clientOf(server.url, server.key ?? "")
    const peer = await startOwnServer()
    await save(client, peer, "acme")
    const { body } = await client.send({ to: "ada@example.com", text: "hello" })
    await eventually(async () => {
      expect(await client.email(body.queued[0]?.id ?? "")).toMatchObject({
        status: "sent",
        smtp_provider: "capture"
      })
    })
    expect(peer.mails).toHaveLength(0)
  })

  it("by default keeps the platform's mail, and lets tenants' own servers take theirs", async () => {
    const url = await sqliteUrl()
    const server = await serve({ TELEMARK_DATABASE_URL: url, ...open })
    const client = clientOf(server.url, server.key ?? "")
    const captured = await client.send({ to: "ada@example.com", text: "hello" })
    await eventually(async () => {
      expect(await client.email(captured.body.queued[0]?.id ?? "")).toMatchObject({
        status: "sent",
        smtp_provider: "capture"
      })
    })
    const peer = await startOwnServer()
    await save(client, peer, "acme")
    await client.send({ to: "ada@example.com", text: "hello" })
    await peer.until(({ mails }) => mails.length === 1)
    const stored = (
      await Promise.all(["", "-wal"].map((end) => readFile(`${url.slice("sqlite:".length)}${end}`)))
    ).map((file) => file.toString("latin1"))
    const secret = Buffer.from(login.password, "utf8").toString("latin1")
    expect(stored.some((file) => file.includes(secret) || file.includes("BEGIN PRIVATE KEY"))).toBe(
      false
    )
  })
})
