import { type PostgresServer, startPostgres } from "@telemark-tools/postgres"
import { startSmtpPeer } from "@telemark/testing"
import pg from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import { clientOf } from "./client.js"
import { type Customers, report, startCustomers, tally } from "./customers.js"
import { type Environment, eventually, serve, work } from "./harness.js"
import { repeatsAreIdentical } from "./mails.js"

const concurrency = 10

/**
 * A Postgres of its own, which the test may ill-treat, with a server that delivers nothing and a
 * worker.
 */
const setUp = async (settings: Readonly<Record<string, string>> = {}, more: Environment = {}) => {
  const postgres = await startPostgres({ settings })
  onTestFinished(() => postgres.remove())
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.close())
  const env: Environment = {
    TELEMARK_DATABASE_URL: postgres.url,
    TELEMARK_SMTP_URL: peer.url,
    TELEMARK_CONCURRENCY: String(concurrency),
    TELEMARK_DEFAULT_RATE_LIMIT: "10000",
    ...more
  }
  const server = await serve(env, "--no-worker")
  const worker = work(env)
  const key = server.key ?? ""
  const customers = startCustomers({ key, urls: () => [server.url] })
  await peer.until(({ mails }) => mails.length > 50)
  return { env, postgres, peer, server, worker, key, customers, client: clientOf(server.url, key) }
}

/** An operator's own connection, beside Telemark's pools. */
const operate = async <A>(
  { url }: PostgresServer,
  work: (client: pg.Client) => Promise<A>
): Promise<A> => {
  const client = new pg.Client({ connectionString: url, application_name: "operator" })
  client.on("error", () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const moreAccepted = async (customers: Customers, count: number): Promise<void> => {
  const before = customers.accepted.length
  await eventually(() => {
    expect(customers.accepted.length).toBeGreaterThan(before + count)
  })
}

/**
 * Customers stop; every mail of theirs arrives; nobody was answered anything but 200, 201 and 503
 * with Retry-After. A send that wasn't answered at all, which counts as 0, may have been kept or
 * not.
 */
const settle = async (
  what: string,
  { client, customers, peer }: Awaited<ReturnType<typeof setUp>>,
  maxRepeated: number,
  expected: ReadonlyArray<number> = [200, 201, 503]
) => {
  await customers.stop()
  const unanswered = customers.statuses.get(0) ?? 0
  await eventually(async () => {
    const { body } = await client.get<{ readonly statuses: Readonly<Record<string, number>> }>(
      "/analytics/summary"
    )
    expect(body.statuses).toMatchObject({ queued: 0, sending: 0, deferred: 0 })
    expect(body.statuses["sent"]).toBeGreaterThanOrEqual(customers.accepted.length)
    expect(body.statuses["sent"]).toBeLessThanOrEqual(customers.accepted.length + unanswered)
  })
  const found = tally(customers, peer)
  report(what, found)
  expect(found.lost).toBe(0)
  expect(found.repeated).toBeLessThanOrEqual(maxRepeated)
  expect(repeatsAreIdentical(peer)).toBe(true)
  expect([...customers.statuses.keys()].filter((status) => !expected.includes(status))).toEqual([])
  expect(customers.helpless).toBe(0)
}

describe("Postgres under a running server and worker", () => {
  it.each(["fast", "immediate"] as const)(
    "is restarted (%s): sends are answered 503 meanwhile, and everything resumes by itself",
    async (how) => {
      const running = await setUp({}, { TELEMARK_LEASE: "30s" })
      const { customers, postgres, server, worker } = running
      await postgres.stop(how)
      const refused = () => customers.statuses.get(503) ?? 0
      const before = refused()
      await eventually(() => {
        expect(refused()).toBeGreaterThan(before + 20)
      })
      expect((await fetch(new URL("/readyz", server.url))).status).toBe(503)
      expect((await fetch(new URL("/healthz", server.url))).status).toBe(200)
      await postgres.start()
      await moreAccepted(customers, 100)
      expect((await fetch(new URL("/readyz", server.url))).status).toBe(200)
      // What was in flight may be repeated after a crash: its claims don't wait for the
      // disk.
      await settle(`Postgres stopped (${how})`, running, how === "fast" ? 0 : concurrency)
      expect([server.child.exitCode, worker.child.exitCode]).toEqual([null, null])
    }
  )

  it("is unavailable when both are stopped: they end in good order, and what they had in flight moves on later", async () => {
    const running = await setUp({}, { TELEMARK_LEASE: "1s" })
    const { customers, env, postgres, server, worker } = running
    await postgres.stop("immediate")
    const stopping = customers.stop()
    expect(await Promise.all([server.end("SIGTERM"), worker.end("SIGTERM")])).toEqual([0, 0])
    await stopping
    await postgres.start()
    const again = await serve(env, "--no-worker")
    work({ ...env, TELEMARK_LEASE: "30s" })
    await settle(
      "both stopped while Postgres is away",
      { ...running, client: clientOf(again.url, running.key) },
      concurrency,
      [0, 200, 201, 503]
    )
  })

  it("loses its connections again and again, also inside transactions", async () => {
    const running = await setUp()
    const { customers, postgres } = running
    const kills = 30
    const killed = await operate(postgres, async (operator) => {
      let count = 0
      for (let kill = 0; kill < kills; kill++) {
        const { rowCount } = await operator.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'telemark'"
        )
        count += rowCount ?? 0
        await moreAccepted(customers, 5)
      }
      return count
    })
    expect(killed).toBeGreaterThan(kills)
    await settle(`${String(killed)} connections killed`, running, 0)
  })

  it("is demoted and keeps its sessions, which can only read: mail flows once new ones can write", async () => {
    const running = await setUp()
    const { customers, postgres, server } = running
    const ready = async () => (await fetch(new URL("/readyz", server.url))).status
    await operate(postgres, async (operator) => {
      await operator.query("SET default_transaction_read_only = off")
      const database = new URL(postgres.url).pathname.slice(1)
      await operator.query(`ALTER DATABASE "${database}" SET default_transaction_read_only = on`)
      await operator.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'telemark'"
      )
      await eventually(() => {
        expect(customers.statuses.get(503) ?? 0).toBeGreaterThan(20)
      })
      expect(await ready()).toBe(503)
      await operator.query(`ALTER DATABASE "${database}" RESET default_transaction_read_only`)
    })
    await moreAccepted(customers, 100)
    expect(await ready()).toBe(200)
    await settle("Postgres demoted", running, 0)
  })

  it("locks a table for longer than anybody waits, and every connection of the pool waits for it", async () => {
    const running = await setUp({}, { TELEMARK_DATABASE_POOL: "2" })
    const { customers, postgres } = running
    await operate(postgres, async (operator) => {
      await operator.query("BEGIN")
      await operator.query("LOCK TABLE emails IN ACCESS EXCLUSIVE MODE")
      const listing = Promise.all(Array.from({ length: 10 }, () => running.client.get("/emails")))
      await eventually(() => {
        expect(customers.statuses.get(503) ?? 0).toBeGreaterThan(0)
      })
      expect(new Set((await listing).map(({ status }) => status))).toEqual(new Set([503]))
      await operator.query("COMMIT")
    })
    await moreAccepted(customers, 50)
    await settle("a table locked and the pool exhausted", running, 0)
  })

  it("has no connections left for new ones", async () => {
    // Two pools of 8 and a listener each leave the operator one: with larger ones it was sometimes
    // the operator who found no room.
    const running = await setUp(
      { max_connections: "20", superuser_reserved_connections: "0" },
      { TELEMARK_DATABASE_POOL: "8" }
    )
    const { customers, postgres } = running
    const others: Array<pg.Client> = []
    await operate(postgres, async (operator) => {
      await operator.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'telemark'"
      )
      for (;;) {
        const other = new pg.Client({ connectionString: postgres.url, application_name: "other" })
        other.on("error", () => undefined)
        const isIn = await other.connect().then(
          () => true,
          () => false
        )
        if (!isIn) break
        others.push(other)
      }
      await operator.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'telemark'"
      )
    })
    await Promise.all(others.map((other) => other.end()))
    await moreAccepted(customers, 50)
    await settle("no connections left", running, 0)
  })
})
