import { startDnsPeer, startSmtpPeer } from "@telemark/testing"
import { once } from "node:events"
import { createServer } from "node:net"
import { describe, expect, it, onTestFinished } from "vitest"
import { clientOf } from "./client.js"
import { sqliteUrl } from "./databases.js"
import { eventually, serve } from "./harness.js"

/** A listener that counts who came; by default on every address. */
const listenClosed = async (host = "::", port = 0) => {
  let connections = 0
  const listener = createServer((socket) => {
    connections++
    socket.end("220 you should not be here\r\n")
  })
  await once(listener.listen(port, host), "listening")
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        listener.close(() => {
          resolve()
        })
      })
  )
  const address = listener.address()
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    connections: () => connections
  }
}

const spellings = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "2130706433",
  "0x7f000001",
  "0x7f.0.0.1",
  "0x7f.1",
  "017700000001",
  "0177.0.0.1",
  "0",
  "0.0.0.0",
  "127.255.255.254",
  "①②⑦.⓪.⓪.①",
  "１２７.０.０.１",
  "127。0。0。1",
  "127.0.0.1.",
  "::1",
  "[::1]",
  "0:0:0:0:0:0:0:1",
  "::ffff:127.0.0.1",
  "[::ffff:127.0.0.1]",
  "::ffff:7f00:1",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "::",
  "[::]",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "foo.localhost",
  "169.254.169.254",
  "10.0.0.1",
  "192.168.0.1",
  "172.16.0.1",
  "100.64.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "fe80::1",
  "fe80::1%lo",
  "fc00::1",
  "ff02::1",
  "inside.example",
  "mixed.example",
  "inside6.example",
  "mapped.example"
]

const otherwiseWrong = [
  "not a host",
  "user@127.0.0.1",
  "user:pass@127.0.0.1",
  "127.0.0.1:25",
  "http://127.0.0.1",
  "127.0.0.1/x",
  "%31%32%37.0.0.1",
  "a..b",
  "-"
]

describe("the network policy", () => {
  it("lets no connection through to a closed address, however it is written or named", async () => {
    const dns = await startDnsPeer()
    onTestFinished(() => dns.close())
    dns.set("inside.example", "A", ["127.0.0.1"])
    dns.set("inside6.example", "AAAA", ["::1"])
    dns.set("mapped.example", "AAAA", ["::ffff:127.0.0.1"])
    dns.set("mixed.example", "A", ["93.184.215.14", "127.0.0.1"])
    const closed = await listenClosed()
    const server = await serve({
      TELEMARK_DATABASE_URL: await sqliteUrl(),
      TELEMARK_DNS_SERVERS: dns.address
    })
    const client = clientOf(server.url, server.key ?? "")
    const ask = (host: string) =>
      client.post("/smtp-config", {
        provider: "own",
        host,
        port: closed.port,
        username: "u",
        password: "p",
        tls_required: false
      })
    for (const host of spellings) {
      const { body, status } = await ask(host)
      expect([host, status, body]).toMatchObject([
        host,
        400,
        { error: "smtp_connection_failed", details: { stage: "policy" } }
      ])
      expect([host, (body as { readonly message: string }).message]).toEqual([
        host,
        expect.stringContaining("TELEMARK_ALLOW_NETWORKS")
      ])
    }
    for (const host of otherwiseWrong) {
      const { body, status } = await ask(host)
      expect([host, status, (body as { readonly error: string }).error]).toEqual([
        host,
        400,
        "smtp_connection_failed"
      ])
    }
    expect(closed.connections()).toBe(0)
  })

  it("is kept at each use: a name that points inside by then is not connected to", async () => {
    const dns = await startDnsPeer()
    onTestFinished(() => dns.close())
    const peer = await startSmtpPeer({ host: "127.0.0.2", login: { user: "u", password: "p" } })
    onTestFinished(() => peer.close())
    const closed = await listenClosed("127.0.0.1", peer.port)
    dns.set("mail.example", "A", ["127.0.0.2"])
    const server = await serve({
      TELEMARK_DATABASE_URL: await sqliteUrl(),
      TELEMARK_DNS_SERVERS: dns.address,
      TELEMARK_ALLOW_NETWORKS: "127.0.0.2/32"
    })
    const client = clientOf(server.url, server.key ?? "")
    const config = {
      provider: "own",
      host: "mail.example",
      port: peer.port,
      username: "u",
      password: "p",
      tls_required: false
    }
    expect((await client.post("/smtp-config", config)).status).toBe(200)
    dns.set("mail.example", "A", ["127.0.0.1"])
    const { body } = await client.send({
      to: "ada@example.com",
      from: "shop@example.com",
      text: "hello"
    })
    await eventually(async () => {
      const email = await client.email(body.queued[0]?.id ?? "")
      expect(email.status).toBe("deferred")
      expect(email.error_message).toContain("TELEMARK_ALLOW_NETWORKS")
    })
    expect((await client.post("/smtp-config/verify", undefined)).body).toMatchObject({
      success: false
    })
    expect(closed.connections()).toBe(0)
    expect(peer.mails).toHaveLength(0)
  })
})
