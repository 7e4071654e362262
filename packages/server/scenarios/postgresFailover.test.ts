import { startProxy } from "@telemark-tools/connections"
import { onServer, startPostgres } from "@telemark-tools/postgres"
import { startSmtpPeer } from "@telemark/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { clientOf } from "./client.js"
import { type Customers, report, startCustomers, tally } from "./customers.js"
import { type Environment, eventually, serve, work } from "./harness.js"
import { repeatsAreIdentical } from "./mails.js"

const concurrency = 10

/** Two clusters: what the first one commits is on the disk of both. */
const startPair = async () => {
  const primary = await startPostgres()
  onTestFinished(() => primary.remove())
  const standby = await startPostgres({ standbyOf: primary })
  onTestFinished(() => standby.remove())
  await onServer(
    primary.url,
    "ALTER SYSTEM SET synchronous_standby_names = '*'",
    "SELECT pg_reload_conf()"
  )
  await eventually(async () => {
    const [found] = await onServer(primary.url, "SELECT sync_state FROM pg_stat_replication")
    expect(found?.rows).toEqual([{ sync_state: "sync" }])
  })
  return { primary, standby }
}

const moreAccepted = async (customers: Customers, count: number): Promise<void> => {
  const before = customers.accepted.length
  await eventually(() => {
    expect(customers.accepted.length).toBeGreaterThan(before + count)
  })
}

/** A server that delivers nothing and a worker, on a pair whose addresses are both in the URL. */
const setUp = async () => {
  const { primary, standby } = await startPair()
  const proxy = await startProxy(primary.port)
  onTestFinished(proxy.close)
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.close())
  const hosts = [proxy.port, standby.port].map((port) => `127.0.0.1:${String(port)}`)
  const env: Environment = {
    TELEMARK_DATABASE_URL: `postgres://postgres@${hosts.join(",")}/postgres?target_session_attrs=read-write`,
    TELEMARK_SMTP_URL: peer.url,
    TELEMARK_CONCURRENCY: String(concurrency),
    TELEMARK_DEFAULT_RATE_LIMIT: "10000",
    // Whose claim was answered to nobody waits for its end.
    TELEMARK_LEASE: "20s"
  }
  const server = await serve(env, "--no-worker")
  const worker = work(env)
  const key = server.key ?? ""
  const customers = startCustomers({ key, urls: () => [server.url] })
  await peer.until(({ mails }) => mails.length > 50)
  return { customers, key, peer, primary, proxy, server, standby, worker }
}

/**
 * Everything that was accepted before and after arrives; nobody was answered anything but 200, 201
 * and 503 with Retry-After; nothing was started anew. Messages in flight may be repeated: their
 * leases don't wait for the disk, nor for the standby.
 */
const settle = async (what: string, running: Awaited<ReturnType<typeof setUp>>) => {
  const { customers, key, peer, server, worker } = running
  await moreAccepted(customers, 100)
  await customers.stop()
  const client = clientOf(server.url, key)
  await eventually(async () => {
    const { body } = await client.get<{ readonly statuses: Readonly<Record<string, number>> }>(
      "/analytics/summary"
    )
    expect(body.statuses).toMatchObject({ queued: 0, sending: 0, deferred: 0 })
    expect(body.statuses["sent"]).toBeGreaterThanOrEqual(customers.accepted.length)
  })
  const found = tally(customers, peer)
  report(what, found)
  expect(found.lost).toBe(0)
  expect(found.repeated).toBeLessThanOrEqual(concurrency)
  expect(repeatsAreIdentical(peer)).toBe(true)
  expect([...customers.statuses.keys()].filter((code) => ![200, 201, 503].includes(code))).toEqual(
    []
  )
  expect(customers.helpless).toBe(0)
  expect([server.child.exitCode, worker.child.exitCode]).toEqual([null, null])
}

const promote = (standby: { readonly url: string }) => onServer(standby.url, "SELECT pg_promote()")

describe("a pair of Postgres with synchronous replication, under load", () => {
  it("loses nothing when the primary is killed and the standby promoted", async () => {
    const running = await setUp()
    const { customers, primary, server, standby } = running
    const refused = customers.statuses.get(503) ?? 0
    await primary.stop("kill")
    await eventually(() => {
      expect(customers.statuses.get(503) ?? 0).toBeGreaterThan(refused + 20)
    })
    expect((await fetch(new URL("/readyz", server.url))).status).toBe(503)
    await promote(standby)
    await settle("primary killed", running)
  })

  it("loses nothing when the primary falls silent, without a word of it on any connection", async () => {
    const running = await setUp()
    const { proxy, standby } = running
    proxy.freeze()
    await promote(standby)
    await settle("primary silent", running)
  })
})
