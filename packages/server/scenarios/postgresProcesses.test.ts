import { startSmtpPeer } from "@telemark/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { type Client, clientOf } from "./client.js"
import { type Customers, report, startCustomers, tally } from "./customers.js"
import { postgresUrl } from "./databases.js"
import { type Environment, eventually, type Process, serve, type Server, work } from "./harness.js"
import { idOf, repeatsAreIdentical, sendMany } from "./mails.js"

const concurrency = 10
const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

const setUp = async (more: Environment = {}) => {
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.close())
  const env: Environment = {
    TELEMARK_DATABASE_URL: await postgresUrl(),
    TELEMARK_SMTP_URL: peer.url,
    // For workers that are killed; one that a slow machine stops for a second keeps its leases.
    TELEMARK_LEASE: "5s",
    TELEMARK_CONCURRENCY: String(concurrency),
    TELEMARK_DEFAULT_RATE_LIMIT: "10000",
    ...more
  }
  return { env, peer }
}

interface Fleet {
  readonly servers: readonly [Server, Server]
  /** A client of each server, with the key of the first start. */
  readonly clients: readonly [Client, Client]
  readonly key: string
}

/** Two servers that start at once on an empty database. */
const serveTwo = async (env: Environment): Promise<Fleet> => {
  const servers = await Promise.all([serve(env, "--no-worker"), serve(env, "--no-worker")])
  const keys = servers.flatMap((server) => server.key ?? [])
  expect(keys).toHaveLength(1)
  const key = keys[0] ?? ""
  return { servers, key, clients: clientsWith(servers, key) }
}

/** A client of each server with another key. */
const clientsWith = ([first, second]: Fleet["servers"], key: string): Fleet["clients"] => [
  clientOf(first.url, key),
  clientOf(second.url, key)
]

/** The ids of the mails that a worker says it has sent; it says so at debug level only. */
const sentBy = ({ log }: Process): ReadonlyArray<string> =>
  log()
    .split("\n")
    .flatMap((line) =>
      line.includes("email sent") ? (/em_[0-9a-f]{32}/.exec(line)?.[0] ?? []) : []
    )

const countOf = async (client: Client, status: string): Promise<number> =>
  (await client.get<{ readonly statuses: Readonly<Record<string, number>> }>("/analytics/summary"))
    .body.statuses[status] ?? 0

/** Nothing is owed any more, and nothing ended otherwise. */
const allSent = (client: Client, count: number) =>
  eventually(async () => {
    expect(await countOf(client, "sent")).toBe(count)
  })

describe("two servers and three workers on one Postgres", () => {
  it("share the mails out: each is delivered once, by one worker", async () => {
    const { env, peer } = await setUp({ TELEMARK_LOG_LEVEL: "debug", TELEMARK_LEASE: "60s" })
    const {
      clients: [first, second]
    } = await serveTwo(env)
    const workers = times(3, () => work(env))
    await eventually(() => {
      expect(workers.every(({ log }) => log().includes("worker started"))).toBe(true)
    })
    const ids = (await Promise.all([sendMany(first, 150), sendMany(second, 150)])).flat()
    await allSent(first, 300)
    expect(peer.mails.map(idOf).sort()).toEqual([...ids].sort())
    report("mails shared out by three workers", tally({ accepted: ids }, peer))
    await eventually(() => {
      expect(workers.flatMap(sentBy).sort()).toEqual([...ids].sort())
    })
    expect(workers.filter((worker) => sentBy(worker).length > 0).length).toBeGreaterThan(1)
  })

  it("send once what is sent to both at once under one Idempotency-Key", async () => {
    const { env } = await setUp()
    const { clients } = await serveTwo(env)
    const pairs = await Promise.all(
      times(40, (index) =>
        Promise.all(
          clients.map((client) =>
            client.send(
              { to: "ada@example.com", from: "shop@example.com", text: "x" },
              { "idempotency-key": String(index) }
            )
          )
        )
      )
    )
    for (const pair of pairs) {
      expect(pair.map(({ status }) => status).sort()).toEqual([200, 201])
      expect(pair[0]?.body.queued).toEqual(pair[1]?.body.queued)
    }
    expect(await countOf(clients[0], "queued")).toBe(40)
  })

  it("enforce a key's rate limit together", async () => {
    const { env } = await setUp()
    const {
      clients: [first],
      servers
    } = await serveTwo(env)
    const { body } = await first.post("/api-keys", {
      name: "slow",
      rate_limit: 30,
      scopes: ["email:send"]
    })
    const [one, other] = clientsWith(servers, (body as { readonly key: string }).key)
    const answers = await Promise.all(
      times(80, (index) =>
        (index % 2 === 0 ? one : other).send({
          to: "ada@example.com",
          from: "shop@example.com",
          text: "x"
        })
      )
    )
    const accepted = answers.filter((answer) => answer.status === 201).length
    expect(accepted).toBeGreaterThanOrEqual(30)
    // Each of them alone would accept 30; one more is every two seconds.
    expect(accepted).toBeLessThan(60)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(80 - accepted)
  })

  it("enforce a month's limit together, to the last recipient", async () => {
    const { env } = await setUp({ TELEMARK_MONTHLY_LIMIT: "100" })
    const {
      clients: [one, other]
    } = await serveTwo(env)
    const to = ["a@example.com", "b@example.com", "c@example.com"]
    const answers = await Promise.all(
      times(80, (index) =>
        (index % 2 === 0 ? one : other).send({ to, from: "shop@example.com", text: "x" })
      )
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(33)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(47)
    expect(await countOf(other, "queued")).toBe(99)
  })

  it("refuse a revoked key at once in both", async () => {
    const { env } = await setUp()
    const {
      clients: [first],
      servers
    } = await serveTwo(env)
    const { body } = await first.post("/api-keys", { name: "short-lived" })
    const { key } = body as { readonly key: string }
    const short = clientsWith(servers, key)
    for (const client of short) expect((await client.get("/emails")).status).toBe(200)
    const prefix = key.split("_").slice(0, 2).join("_")
    expect((await first.remove(`/api-keys/${prefix}`)).status).toBe(200)
    for (const client of short) expect((await client.get("/emails")).status).toBe(401)
  })

  it("lose nothing when workers are killed: their mails move on within the lease", async () => {
    const { env, peer } = await setUp()
    const {
      clients: [client],
      key,
      servers
    } = await serveTwo(env)
    const customers = startCustomers({ key, urls: () => servers.map(({ url }) => url) })
    const workers = [...times(3, () => work(env))]
    const kills = 4
    for (let kill = 0; kill < kills; kill++) {
      const seen = peer.mails.length
      await peer.until(({ mails }) => mails.length > seen + 50)
      await workers[kill % workers.length]?.end("SIGKILL")
      workers[kill % workers.length] = work(env)
    }
    await customers.stop()
    await allSent(client, customers.accepted.length)
    const found = tally(customers, peer)
    report(`${String(kills)} workers killed`, found)
    expect(found.lost).toBe(0)
    expect(found.repeated).toBeLessThanOrEqual(kills * concurrency)
    expect(repeatsAreIdentical(peer)).toBe(true)
  })

  it("are restarted one after the other under load, and lose and repeat nothing", async () => {
    const { env, peer } = await setUp({ TELEMARK_LEASE: "60s" })
    const { key, servers } = await serveTwo(env)
    const present = new Set(servers)
    const customers: Customers = startCustomers({
      key,
      urls: () => [...present].map(({ url }) => url)
    })
    const workers = [...times(3, () => work(env))]
    for (const server of servers) {
      const seen = customers.accepted.length
      await eventually(() => {
        expect(customers.accepted.length).toBeGreaterThan(seen + 50)
      })
      present.add(await serve(env, "--no-worker"))
      present.delete(server)
      expect(await server.end("SIGTERM")).toBe(0)
    }
    for (const worker of workers) {
      const seen = peer.mails.length
      work(env)
      expect(await worker.end("SIGTERM")).toBe(0)
      await peer.until(({ mails }) => mails.length > seen + 20)
    }
    await customers.stop()
    await allSent(clientOf([...present][0]?.url ?? "", key), customers.accepted.length)
    const found = tally(customers, peer)
    report("rolling restart", found)
    expect(found).toEqual({ accepted: customers.accepted.length, lost: 0, repeated: 0 })
    expect(
      [...customers.statuses.keys()].filter((status) => ![0, 200, 201].includes(status))
    ).toEqual([])
  })
})
