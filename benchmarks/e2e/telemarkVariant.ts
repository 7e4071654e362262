import { type RedisServer, startRedis } from "@telemark-tools/redis"
import { type DatabaseName, freshDatabase } from "../src/databases.js"
import { atEnd } from "../src/lifetime.js"
import { html } from "../src/orderTemplate.js"
import { makeKeys, serve, work } from "../src/telemark.js"
import { type MailName, templateId } from "./mails.js"
import type { Deployment, Setup } from "./service.js"
import { signingSettings, verifyDomain } from "./signing.js"

type Post = (path: string, body: object) => Promise<unknown>

const poster =
  (url: string, key: string): Post =>
  async (path, body) => {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    if (!response.ok)
      throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as unknown
  }

const sentOf = async (url: string, key: string): Promise<number> => {
  const response = await fetch(`${url}/analytics/summary?period=24h`, {
    headers: { authorization: `Bearer ${key}` }
  })
  return ((await response.json()) as { readonly statuses: { readonly sent: number } }).statuses.sent
}

/** What kinds of mail need beside keys. */
const preparations: Readonly<Partial<Record<MailName, (post: Post) => Promise<unknown>>>> = {
  template: (post) =>
    post("/templates", {
      id: templateId,
      name: "Order",
      subject_template: "Order of {{date}}",
      html
    }),
  dkim: verifyDomain
}

export interface TelemarkOptions {
  /**
   * Processes of `telemark worker` beside `telemark serve --no-worker`; without any,
   * `telemark serve` delivers by itself.
   */
  readonly workers?: number
  /** What distributes mail among workers. */
  readonly queue?: "database" | "redis"
  /** Settings beside the defaults. */
  readonly settings?: Readonly<Record<string, string>>
}

const redisFor = async (queue: TelemarkOptions["queue"]): Promise<RedisServer | undefined> => {
  if (queue !== "redis") return undefined
  const redis = await startRedis()
  atEnd(redis.remove)
  return redis
}

/**
 * `telemark serve` with its defaults, or `telemark serve --no-worker` and so many of
 * `telemark worker`.
 */
export const deployTelemark =
  (
    databaseName: DatabaseName,
    { queue, settings: more = {}, workers: workerCount = 0 }: TelemarkOptions = {}
  ) =>
  async (setup: Setup): Promise<Deployment> => {
    const [database, redis] = [await freshDatabase(databaseName), await redisFor(queue)]
    const env = {
      ...more,
      ...(await signingSettings()),
      ...(redis === undefined ? {} : { TELEMARK_QUEUE_URL: redis.url })
    }
    const settings = { database: database.url, smtpPort: setup.smtpPort, env }
    let keys: ReadonlyArray<string> | undefined

    return {
      start: async (part) => {
        const delivers = part === "all"
        const server = await serve(
          settings,
          ...(delivers && workerCount === 0 ? [] : ["--no-worker"])
        )
        if (keys === undefined) {
          // A key may send 10,000 times a minute at most; twice as many to spare.
          keys = [server.key ?? "", ...(await makeKeys(server, 1 + Math.ceil(setup.sends / 5000)))]
        }
        const workers = await Promise.all(
          Array.from({ length: delivers ? workerCount : 0 }, () => work(settings))
        )
        // The first key is the one that may read; the others send.
        const [first = "", ...others] = keys
        return {
          url: `${server.url}/emails/send`,
          authorizations: others.map((key) => `Bearer ${key}`),
          pids: [
            server.pid,
            ...workers.map(({ pid }) => pid),
            ...(redis?.pid === undefined ? [] : [redis.pid]),
            ...database.pids
          ],
          prepare: async (mail) => {
            await preparations[mail]?.(poster(server.url, first))
          },
          recorded: () => sentOf(server.url, first),
          stop: async () => {
            await Promise.all([server, ...workers].map((one) => one.stop()))
          }
        }
      },
      drop: async () => {
        await database.drop()
        await redis?.remove()
      }
    }
  }
