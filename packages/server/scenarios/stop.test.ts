import { stall, startSmtpPeer } from "@telemark/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { clientOf } from "./client.js"
import { databases } from "./databases.js"
import { eventually, serve } from "./harness.js"
import { repeats, sendMany } from "./mails.js"

/** How many connections the relay is given at most. */
const connections = 5

describe.each(databases)("SIGTERM on %s", (_, databaseUrl) => {
  it("finishes what is in flight, releases the rest, and ends with 0", async () => {
    const peer = await startSmtpPeer()
    onTestFinished(() => peer.close())
    const env = {
      TELEMARK_DATABASE_URL: await databaseUrl(),
      TELEMARK_SMTP_URL: peer.url,
      TELEMARK_DEFAULT_RATE_LIMIT: "10000"
    }
    const server = await serve(env)
    const ids = await sendMany(clientOf(server.url, server.key ?? ""), 500)
    await peer.until(({ mails }) => mails.length > 20)
    expect(await server.end("SIGTERM")).toBe(0)

    const again = await serve(env, "--no-worker")
    const client = clientOf(again.url, server.key ?? "")
    const { statuses } = (
      await client.get<{ readonly statuses: Readonly<Record<string, number>> }>(
        "/analytics/summary"
      )
    ).body
    expect(statuses).toMatchObject({
      sending: 0,
      sent: peer.mails.length,
      queued: ids.length - peer.mails.length
    })
    expect(repeats(peer)).toBe(0)
  })

  it("releases at once what waits for a connection", async () => {
    const peer = await startSmtpPeer({ rules: [stall("rcpt")] })
    onTestFinished(() => peer.close())
    const env = {
      TELEMARK_DATABASE_URL: await databaseUrl(),
      TELEMARK_SMTP_URL: peer.url,
      TELEMARK_SMTP_CONNECTIONS: String(connections)
    }
    const server = await serve(env)
    const reader = await serve(env, "--no-worker")
    const client = clientOf(reader.url, server.key ?? "")
    await sendMany(client, 20)
    await peer.until(
      ({ commands }) => commands.filter((line) => line.startsWith("RCPT")).length === connections
    )
    const ended = server.end("SIGTERM")
    await eventually(async () => {
      const { body } = await client.get<{ readonly statuses: Readonly<Record<string, number>> }>(
        "/analytics/summary"
      )
      expect(body.statuses).toMatchObject({ queued: 20 - connections, sending: connections })
    })
    peer.dropConnections()
    expect(await ended).toBe(0)
  })

  it("finishes the conversation of a slow peer before it ends", async () => {
    const peer = await startSmtpPeer({ rules: [stall("rcpt", { times: 1 })] })
    onTestFinished(() => peer.close())
    const env = { TELEMARK_DATABASE_URL: await databaseUrl(), TELEMARK_SMTP_URL: peer.url }
    const server = await serve(env)
    const client = clientOf(server.url, server.key ?? "")
    const [id = ""] = await sendMany(client, 1)
    await peer.until(({ commands }) => commands.some((line) => line.startsWith("RCPT")))
    const ended = server.end("SIGTERM")
    // The stalled conversation can't go on; the peer hangs up, and that outcome is still recorded.
    peer.dropConnections()
    expect(await ended).toBe(0)

    const again = await serve(env, "--no-worker")
    await eventually(async () => {
      expect(await clientOf(again.url, server.key ?? "").email(id)).toMatchObject({
        status: "deferred",
        attempts: 1
      })
    })
  })
})
