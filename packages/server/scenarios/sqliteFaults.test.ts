import { startSmtpPeer } from "@telemark/testing"
import Database from "better-sqlite3"
import { describe, expect, it, onTestFinished } from "vitest"
import { clientOf } from "./client.js"
import { report, startCustomers, tally } from "./customers.js"
import { sqliteUrl } from "./databases.js"
import { eventually, serve } from "./harness.js"

const setUp = async () => {
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.close())
  const url = await sqliteUrl()
  const server = await serve({
    TELEMARK_DATABASE_URL: url,
    TELEMARK_SMTP_URL: peer.url,
    TELEMARK_DEFAULT_RATE_LIMIT: "10000"
  })
  const key = server.key ?? ""
  const customers = startCustomers({ key, urls: () => [server.url] })
  await peer.until(({ mails }) => mails.length > 20)
  return {
    peer,
    server,
    customers,
    client: clientOf(server.url, key),
    filename: url.slice("sqlite:".length)
  }
}

describe("a SQLite file under a running server", () => {
  it("is locked by another process: reading continues, sends are answered 503, and both recover", async () => {
    const { client, customers, filename, peer, server } = await setUp()
    const other = new Database(filename)
    onTestFinished(() => {
      other.close()
    })
    other.exec("BEGIN IMMEDIATE")
    await eventually(async () => {
      expect((await client.get("/emails")).status).toBe(200)
      expect((await fetch(new URL("/healthz", server.url))).status).toBe(200)
      expect(customers.statuses.get(503) ?? 0).toBeGreaterThan(0)
    })
    other.exec("COMMIT")
    const before = customers.accepted.length
    await eventually(() => {
      expect(customers.accepted.length).toBeGreaterThan(before + 50)
    })
    await customers.stop()
    await eventually(() => {
      expect(peer.mails.length).toBe(customers.accepted.length)
    })
    const found = tally(customers, peer)
    report("a SQLite file locked by another process", found)
    expect(found).toMatchObject({ lost: 0, repeated: 0 })
    expect(
      [...customers.statuses.keys()].filter((status) => ![200, 201, 503].includes(status))
    ).toEqual([])
    expect(customers.helpless).toBe(0)
  })
})
