import { startRedis } from "@telemark-tools/redis"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { startChild } from "../src/child.js"
import { freshDatabase } from "../src/databases.js"
import { atEnd } from "../src/lifetime.js"
import { html } from "../src/orderTemplate.js"
import { baselineProgram } from "./javascript.js"
import { signedDomain, templateId } from "./mails.js"
import type { Deployment, Setup } from "./service.js"
import { signingKey } from "./signing.js"

const key = "benchmark"

/** As Redis recommends it: what it answered is on disk within a second. */
const redisSettings = { keepsData: true, appendfsync: "everysec" } as const

/** What it finds beside its program: templates and the key to sign with. */
const writeFiles = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-baseline-"))
  await writeFile(join(folder, `${templateId}.html`), html)
  await writeFile(join(folder, `${signedDomain}.pem`), signingKey(), { mode: 0o600 })
  return folder
}

/**
 * Fastify, BullMQ on Redis, and nodemailer, in one process or in two; with a log of mail in
 * Postgres if asked for.
 */
export const deployBaseline =
  ({
    isLogged = false,
    processes = 1
  }: {
    readonly isLogged?: boolean
    readonly processes?: 1 | 2
  }) =>
  async ({ smtpPort }: Setup): Promise<Deployment> => {
    const [program, folder, redis] = [
      await baselineProgram(),
      await writeFiles(),
      await startRedis(redisSettings)
    ]
    const database = isLogged ? await freshDatabase("postgres") : undefined
    let dropped: Promise<unknown> | undefined
    const drop = async (): Promise<void> => {
      await (dropped ??= Promise.all([
        redis.remove(),
        database?.drop(),
        rm(folder, { recursive: true, force: true })
      ]))
    }
    atEnd(drop)

    const startRole = (role: "api" | "worker" | "both") =>
      startChild(pathToFileURL(program).href, [], {
        env: {
          BASELINE_ROLE: role,
          BASELINE_KEY: key,
          BASELINE_REDIS_PORT: String(redis.port),
          BASELINE_SMTP_PORT: String(smtpPort),
          BASELINE_FOLDER: folder,
          BASELINE_SIGNED_DOMAIN: signedDomain,
          ...(database === undefined ? {} : { BASELINE_DATABASE_URL: database.url })
        }
      })

    return {
      start: async (part) => {
        const api = await startRole(part === "all" && processes === 1 ? "both" : "api")
        const workers = part === "all" && processes === 2 ? [await startRole("worker")] : []
        const { port } = JSON.parse(api.firstLine) as { readonly port: number }
        return {
          url: `http://127.0.0.1:${port}/v1/emails/send`,
          authorizations: [`Bearer ${key}`],
          pids: [
            api.pid,
            ...workers.map(({ pid }) => pid),
            ...(redis.pid === undefined ? [] : [redis.pid]),
            ...(database?.pids ?? [])
          ],
          // Templates and the key are beside the program.
          prepare: () => Promise.resolve(),
          stop: async () => {
            await Promise.all([api, ...workers].map((one) => one.stop()))
          }
        }
      },
      drop
    }
  }
