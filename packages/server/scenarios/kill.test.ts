import { stall, startSmtpPeer } from "@telemark/testing"
import { setTimeout as pause } from "node:timers/promises"
import { describe, expect, it, onTestFinished } from "vitest"
import { type Client, clientOf } from "./client.js"
import { databases } from "./databases.js"
import { type Environment, eventually, serve, work } from "./harness.js"
import { arrivals, repeats, repeatsAreIdentical, sendMany } from "./mails.js"

const concurrency = 10

const setUpOn =
  (databaseUrl: () => Promise<string>) =>
  async (...options: Parameters<typeof startSmtpPeer>) => {
    const peer = await startSmtpPeer(...options)
    onTestFinished(() => peer.close())
    const env: Environment = {
      TELEMARK_DATABASE_URL: await databaseUrl(),
      TELEMARK_SMTP_URL: peer.url,
      TELEMARK_LEASE: "1s",
      TELEMARK_CONCURRENCY: String(concurrency),
      TELEMARK_DEFAULT_RATE_LIMIT: "10000"
    }
    return { env, peer }
  }

/** For those that nobody kills: however slow the machine is, they lose no lease. */
const patient = (env: Environment): Environment => ({ ...env, TELEMARK_LEASE: "60s" })

const withKey = ({
  key = "",
  url
}: {
  readonly key: string | undefined
  readonly url: string
}): Client => clientOf(url, key)

/** One after the other: what is sent stays so, and need not be asked for again. */
const becomeSent = async (client: Client, ids: ReadonlyArray<string>): Promise<void> => {
  for (const id of ids)
    await eventually(async () => {
      expect((await client.email(id)).status).toBe("sent")
    })
}

describe.each(databases)("on %s,", (_, databaseUrl) => {
  const setUp = setUpOn(databaseUrl)

  describe("state 0, a server killed while it accepts", () => {
    it("has kept every send that it answered", async () => {
      const { env, peer } = await setUp()
      const first = await serve(env, "--no-worker")
      const client = withKey(first)
      const answered: Array<string> = []
      const customer = async (number: number): Promise<void> => {
        for (let mail = 0; ; mail++) {
          const result = await client.send(
            {
              to: `customer-${String(number)}-${String(mail)}@example.com`,
              from: "shop@example.com",
              text: "x"
            },
            { "idempotency-key": `${String(number)}-${String(mail)}` }
          )
          answered.push(...result.body.queued.map(({ id }) => id))
        }
      }
      const customers = Array.from({ length: 20 }, (_, number) =>
        customer(number).catch(() => undefined)
      )
      await eventually(() => {
        expect(answered.length).toBeGreaterThan(200)
      })
      await first.end("SIGKILL")
      await Promise.all(customers)

      const second = await serve(patient(env))
      const later = clientOf(second.url, first.key ?? "")
      await becomeSent(later, answered)
      const arrived = arrivals(peer)
      expect(answered.filter((id) => arrived.get(id) !== 1)).toEqual([])
    })
  })

  describe("state 1, mails accepted before a kill", () => {
    it("are delivered once by the next worker", async () => {
      const { env, peer } = await setUp()
      const server = await serve(env, "--no-worker")
      const ids = await sendMany(withKey(server), 60)
      await server.end("SIGKILL")
      work(patient(env))
      await peer.until(({ mails }) => mails.length >= ids.length)
      expect([...arrivals(peer).keys()].sort()).toEqual([...ids].sort())
      expect(repeats(peer)).toBe(0)
    })
  })

  describe("state 2, a worker killed before the end of the message", () => {
    it("leaves mails that move on within the lease, and none is repeated", async () => {
      const { env, peer } = await setUp({ rules: [stall("data")] })
      const server = await serve(env, "--no-worker")
      const client = withKey(server)
      const ids = await sendMany(client, 30)
      const worker = work(env)
      await peer.until(({ commands }) => commands.some((line) => line.startsWith("DATA")))
      const before = await client.get<{ readonly data: ReadonlyArray<unknown> }>(
        "/emails?status=sending"
      )
      expect(before.body.data.length).toBe(concurrency)
      await worker.end("SIGKILL")
      peer.follow()
      work(patient(env))
      await becomeSent(client, ids)
      expect(arrivals(peer).size).toBe(ids.length)
      expect(repeats(peer)).toBe(0)
    })
  })

  describe("state 3, a worker killed after the final dot", () => {
    it("repeats no more mails than it had in flight, each with the same bytes and the same Message-ID", async () => {
      const { env, peer } = await setUp({ rules: [stall("end_of_data", { keep: true })] })
      const server = await serve(env, "--no-worker")
      const client = withKey(server)
      const ids = await sendMany(client, 30)
      const worker = work(env)
      await peer.until(({ mails }) => mails.length > 0)
      await worker.end("SIGKILL")
      const connectionsBefore = peer.connections.total
      peer.follow()
      work(patient(env))
      await becomeSent(client, ids)
      expect(arrivals(peer).size).toBe(ids.length)
      // Counted at the end: what was on its way at the kill may arrive after it.
      const delivered = peer.mails.filter(
        ({ connection }) => connection <= connectionsBefore
      ).length
      expect(delivered).toBeGreaterThan(0)
      expect(delivered).toBeLessThanOrEqual(concurrency)
      expect(repeats(peer)).toBe(delivered)
      expect(repeatsAreIdentical(peer)).toBe(true)
    })
  })

  describe("state 4, a worker killed after recording", () => {
    it("has nothing left to repeat", async () => {
      const { env, peer } = await setUp()
      const server = await serve(env, "--no-worker")
      const client = withKey(server)
      const ids = await sendMany(client, 30)
      const worker = work(env)
      await becomeSent(client, ids)
      await worker.end("SIGKILL")
      work(env)
      const more = await sendMany(client, 1)
      await becomeSent(client, more)
      expect(peer.mails.length).toBe(ids.length + 1)
    })
  })

  describe("a server killed again and again", () => {
    it("loses nothing that it accepted, and repeats no more than it had in flight each time", async () => {
      const { env, peer } = await setUp()
      const kills = 4
      const answered: Array<string> = []
      let server = await serve(env)
      const key = server.key ?? ""
      for (let kill = 0; kill < kills; kill++) {
        const client = clientOf(server.url, key)
        const seen = peer.mails.length
        let isUp = true
        const customer = async (): Promise<void> => {
          while (isUp)
            if (answered.length - peer.mails.length < 100)
              answered.push(...(await sendMany(client, 5)))
            else await pause(10)
        }
        const sending = Array.from({ length: 6 }, () => customer().catch(() => undefined))
        await peer.until(({ mails }) => mails.length > seen + 20 * (kill + 1))
        await server.end("SIGKILL")
        isUp = false
        await Promise.all(sending)
        server = await serve(kill + 1 < kills ? env : patient(env))
      }
      const client = clientOf(server.url, key)
      await becomeSent(client, answered)
      const arrived = arrivals(peer)
      expect(answered.filter((id) => !arrived.has(id))).toEqual([])
      expect(repeats(peer)).toBeLessThanOrEqual(kills * concurrency)
      expect(repeatsAreIdentical(peer)).toBe(true)
      process.stdout.write(
        `accepted ${String(answered.length)}, lost 0, repeated ${String(repeats(peer))} in ${String(kills)} kills\n`
      )
    })
  })
})
