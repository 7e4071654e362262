import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import type { TestDatabase } from "@telemark-tools/postgres"
import type { StartHost } from "../../src/index.js"

const main = fileURLToPath(new URL("../../../../packages/server/bin/telemark.js", import.meta.url))

interface Started {
  readonly url: string
  readonly first_start: { readonly key: string }
}

/** The JSON document that it prints, once it is whole. */
const firstDocument = async (stdout: AsyncIterable<Buffer>): Promise<Started> => {
  let printed = ""
  for await (const chunk of stdout) {
    printed += chunk.toString()
    if (printed.endsWith("}\n")) break
  }
  return JSON.parse(printed) as Started
}

/**
 * The built server in a process of its own, on a new SQLite file or on a database that is made for
 * it.
 */
export const standaloneServer =
  (makeDatabase?: () => Promise<TestDatabase>): StartHost =>
  async ({ allowNetwork, dnsServer }) => {
    const database = await makeDatabase?.()
    const folder = await mkdtemp(join(tmpdir(), "telemark-mounts-"))
    const child = spawn(process.execPath, [main, "serve", "--json"], {
      env: {
        PATH: process.env["PATH"],
        TELEMARK_PORT: "0",
        TELEMARK_DATABASE_URL: database?.url ?? `sqlite:${join(folder, "mail.db")}`,
        // Beside a SQLite file, the server keeps a key of its own.
        ...(database === undefined
          ? {}
          : { TELEMARK_SECRET: Buffer.alloc(32, "mounts").toString("base64") }),
        TELEMARK_ALLOW_NETWORKS: allowNetwork,
        TELEMARK_DNS_SERVERS: dnsServer,
        TELEMARK_DEFAULT_RATE_LIMIT: "10000",
        TELEMARK_LOG_LEVEL: "None",
        TELEMARK_LOG_FORMAT: "json"
      },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const log = text(child.stderr)
    const ended = once(child, "exit")
    const {
      first_start: { key },
      url
    } = await Promise.race([
      firstDocument(child.stdout),
      ended.then(async (): Promise<never> => {
        throw new Error(`the server ended before it listened: ${await log}`)
      })
    ])
    const close = async (): Promise<void> => {
      child.kill("SIGTERM")
      await ended
    }
    return {
      key,
      url,
      port: Number(new URL(url).port),
      close,
      end: async () => {
        await close()
        await Promise.all([database?.drop(), rm(folder, { recursive: true, force: true })])
      }
    }
  }
