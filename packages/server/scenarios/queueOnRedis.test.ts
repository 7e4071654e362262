import { hasRedis, type RedisServer, startRedis } from "@telemark-tools/redis"
import { type SmtpPeer, stall, startSmtpPeer } from "@telemark/testing"
import { setTimeout as pause } from "node:timers/promises"
import { describe, expect, it, onTestFinished } from "vitest"
import { type Client, clientOf } from "./client.js"
import { databases } from "./databases.js"
import { type Environment, eventually, type Process, serve, work } from "./harness.js"
import { arrivals, repeats, sendMany } from "./mails.js"

interface Scene {
  readonly env: Environment
  readonly peer: SmtpPeer
  readonly redis: RedisServer
  readonly client: Client
  readonly workers: ReadonlyArray<Process>
}

type RedisOptions = Parameters<typeof startRedis>[0]
type PeerOptions = Parameters<typeof startSmtpPeer>[0]

const setUpOn =
  (databaseUrl: () => Promise<string>) =>
  async (
    redisOptions?: RedisOptions,
    peerOptions?: PeerOptions,
    more: Environment = {}
  ): Promise<Scene> => {
    const peer = await startSmtpPeer(peerOptions)
    onTestFinished(() => peer.close())
    const redis = await startRedis(redisOptions)
    onTestFinished(redis.remove)
    const env: Environment = {
      TELEMARK_DATABASE_URL: await databaseUrl(),
      TELEMARK_QUEUE_URL: redis.url,
      TELEMARK_SMTP_URL: peer.url,
      TELEMARK_DEFAULT_RATE_LIMIT: "10000",
      ...more
    }
    const server = await serve(env, "--no-worker")
    return {
      env,
      peer,
      redis,
      client: clientOf(server.url, server.key ?? ""),
      workers: [work(env), work(env)]
    }
  }

/**
 * Customers that send ten mails at a time until they are told to stop; `answered` has the ids of
 * those that were accepted. They keep some mail waiting and no more: what a machine takes faster
 * than it delivers would all have to be delivered in the end.
 */
const load = ({ client, peer }: Scene) => {
  const answered: Array<string> = []
  let isOver = false
  let ahead = 100
  const customer = async (): Promise<void> => {
    while (!isOver) {
      if (answered.length - peer.mails.length < ahead)
        answered.push(...(await sendMany(client, 10)))
      else await pause(10)
    }
  }
  const sending = Array.from({ length: 4 }, customer)
  return {
    answered,
    /** Lets so many more wait. */
    waitFor: (more: number): void => {
      ahead += more
    },
    stop: async (): Promise<ReadonlyArray<string>> => {
      isOver = true
      await Promise.all(sending)
      return answered
    }
  }
}

const countOf = async (client: Client, status: string): Promise<number> =>
  (await client.get<{ readonly statuses: Readonly<Record<string, number>> }>("/analytics/summary"))
    .body.statuses[status] ?? 0

/**
 * Every mail that was accepted is recorded as sent, and arrived once: nobody was killed, so nothing
 * may be repeated.
 */
const allArrivedOnce = async (
  { client, peer }: Scene,
  ids: ReadonlyArray<string>
): Promise<void> => {
  await eventually(async () => {
    expect(await countOf(client, "sent")).toBe(ids.length)
  })
  const arrived = arrivals(peer)
  expect(ids.filter((id) => arrived.get(id) !== 1)).toEqual([])
  expect(repeats(peer)).toBe(0)
}

const arrivedMore = async ({ peer }: Scene, count: number): Promise<void> => {
  const before = peer.mails.length
  await peer.until(({ mails }) => mails.length >= before + count)
}

describe.runIf(hasRedis())("a queue on Redis", () => {
  describe.each(databases)("beside %s,", (_, databaseUrl) => {
    const setUp = setUpOn(databaseUrl)

    it("stopped and started again under load with its data, loses no mail and repeats none; mails are accepted meanwhile", async () => {
      const scene = await setUp({ keepsData: true })
      const { peer, redis, workers } = scene
      const customers = load(scene)
      await arrivedMore(scene, 100)
      expect(await redis.command("EXISTS telemark:mail:id")).toBe(":1")
      await redis.stop()
      const accepted = customers.answered.length
      customers.waitFor(150)
      await eventually(() => {
        expect(customers.answered.length).toBeGreaterThan(accepted + 100)
      })
      await eventually(() => {
        expect(workers.every((worker) => worker.log().includes("The queue on Redis"))).toBe(true)
      })
      const arrived = peer.mails.length
      await redis.start()
      await peer.until(({ mails }) => mails.length > arrived + 100)
      await allArrivedOnce(scene, await customers.stop())
      expect(workers.map(({ child }) => child.exitCode)).toEqual([null, null])
    })

    it("flushed under load, again and again, loses no mail and repeats none", async () => {
      const scene = await setUp()
      const { redis } = scene
      const customers = load(scene)
      for (let flush = 0; flush < 3; flush++) {
        await arrivedMore(scene, 60)
        expect(await redis.command("FLUSHALL")).toBe("+OK")
      }
      await arrivedMore(scene, 60)
      await allArrivedOnce(scene, await customers.stop())
    })

    it("killed under load, and started again with nothing in it, loses no mail and repeats none", async () => {
      const scene = await setUp()
      const { redis } = scene
      const customers = load(scene)
      for (let kill = 0; kill < 3; kill++) {
        await arrivedMore(scene, 60)
        await redis.stop("SIGKILL")
        await redis.start()
      }
      await arrivedMore(scene, 60)
      await allArrivedOnce(scene, await customers.stop())
    })

    it("removed permanently, leaves mail that proceeds at once when the database is the queue again", async () => {
      const scene = await setUp({}, { rules: [stall("data")] }, { TELEMARK_LEASE: "1s" })
      const { client, env, peer, redis, workers } = scene
      const ids = await sendMany(client, 150)
      await peer.until(({ commands }) => commands.some((line) => line.startsWith("DATA")))
      expect(await redis.command("EXISTS telemark:mail:wait")).toBe(":1")
      await redis.stop("SIGKILL")
      await Promise.all(workers.map((worker) => worker.end("SIGKILL")))
      expect(await countOf(client, "queued")).toBeGreaterThan(50)
      peer.follow()
      const { TELEMARK_QUEUE_URL: _queue, ...withoutQueue } = env
      // The short lease is for those that were killed alone.
      work({ ...withoutQueue, TELEMARK_LEASE: "60s" })
      await allArrivedOnce(scene, ids)
    })
  })
})
